/** The text of an article as a coach writes it on the site; `front` changes lines of its front matter. */
export function writtenArticle(
  title: string,
  {
    front = {},
    body = '',
  }: { readonly front?: Record<string, string>; readonly body?: string } = {},
): string {
  const lines = {
    title,
    description: '"Waarover het gaat, in één zin."',
    lead: 'De zin onder de titel.',
    summary: 'Twee zinnen voor de lijst. Dit is de tweede.',
    date: '2026-11-01',
    category: 'training',
    cover: 'week',
    ...front,
  };
  const matter = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  return `---\n${matter.join('\n')}\n---\nEen eerste alinea.\n\n## Een deel\n\nMet een alinea.\n${body}`;
}
