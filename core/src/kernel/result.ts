/**
 * The parts of neverthrow that the core uses. The core imports them from here: its manifest declares no side effects, and
 * that of neverthrow does not, so a bundler keeps neverthrow for a rule only if that rule makes a `Result`.
 */
export { type Err, err, ok, type Result } from 'neverthrow';
