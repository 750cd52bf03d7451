/** The names of the parts of an archive; `isArchivePath` of the core allows no others. That of the header is its format. */
export const headerEntry = (prefix = 'coachsite'): string => `${prefix}-backup.json`;
/** The list of all files, with size and digest. */
export const manifestEntry = 'manifest.json';
/** The copy of the database. */
export const databaseEntry = 'database.sqlite';
/** The folders of the other files. */
export const folderNames = ['ebook', 'keys', 'outbox'] as const;
