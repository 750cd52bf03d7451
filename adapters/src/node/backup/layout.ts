/** The names of the parts of an archive; `isArchivePath` of the core allows no others. */
export const headerEntry = 'coachsite-backup.json';
/** The list of all files, with size and digest. */
export const manifestEntry = 'manifest.json';
/** The copy of the database. */
export const databaseEntry = 'database.sqlite';
