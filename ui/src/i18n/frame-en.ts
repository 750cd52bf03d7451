export { default as common } from '../../content/en/common.json' with { type: 'json' };
export { default as consent } from '../../content/en/consent.json' with { type: 'json' };
export { default as layout } from '../../content/en/layout.json' with { type: 'json' };
