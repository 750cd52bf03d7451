export { default as common } from '../../content/nl/common.json' with { type: 'json' };
export { default as consent } from '../../content/nl/consent.json' with { type: 'json' };
export { default as layout } from '../../content/nl/layout.json' with { type: 'json' };
