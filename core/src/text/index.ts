export { containsWords } from './contains-words.ts';
export { escapeMarkup } from './escape-markup.ts';
export { loggablePath } from './loggable-path.ts';
export { errorNames, loggedError } from './logged-error.ts';
export { plainText, singleLine } from './plain-text.ts';
export { type RemovedPart, type Sanitised, sanitise, sanitiseAndReport } from './sanitise.ts';
export { isPathOfSite } from './site-path.ts';
export { compactTyped, trimTyped } from './typed-text.ts';
