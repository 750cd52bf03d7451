import { languages } from '@coachsite/core/language';
import { z } from 'zod';

/** Text that the core validates. A missing value or another type becomes '', so that every field gets its error. */
export const checkedByCore: z.ZodCatch<z.ZodString> = z.string().catch('');
/** A time in UTC. */
export const time: z.ZodISODateTime = z.iso.datetime();
/** A language of the site. */
export const language = z.enum(languages);

/** How many rows a page may have. */
export const limit = (most: number, fallback: number) =>
  z.coerce.number().int().min(1).max(most).default(fallback);
