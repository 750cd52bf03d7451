/** The names of the parts of an archive; `isArchivePath` of the core allows no others. */
export const headerEntry = 'coachsite-backup.json';
export const manifestEntry = 'manifest.json';
export const databaseEntry = 'database.sqlite';
