/**
 * The parts of neverthrow that the core uses. The core imports them from here: the manifest of the core declares that
 * it has no side effects, and that of neverthrow does not, so this way a bundler includes neverthrow only for a rule
 * that makes a `Result`.
 */
export { type Err, err, ok, type Result } from 'neverthrow';
