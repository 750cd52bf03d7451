/** Public path of the active e-book. Source: docs/contract.md#3. */
export const publicEbookPath = '/storage/v1/object/public/ebook/free-guide.pdf';
