import { coachingSlugs } from '@coachsite/core/catalogue';
import type { Language } from '@coachsite/core/language';
import { articleCategories, articleCovers } from '../../contract/index.ts';

/** What is wrong with an article, in the words of its author: of the commands in English, of the admin area in both. */
export type Mistake = Readonly<Record<Language, string>>;

const say = (en: string, nl: string): Mistake => ({ en, nl });

const instead: Readonly<Record<string, Mistake>> = {
  html: say(
    'HTML is not allowed: write **bold**, *italics* or [words](/path)',
    'HTML kan niet: schrijf **vet**, *cursief* of [woorden](/pad)',
  ),
  image: say(
    'pictures are not allowed here: use a :::figure, or on the site a picture in a paragraph of its own',
    'een foto kan hier niet: ze staat in een alinea voor zich alleen',
  ),
  inlineCode: say(
    'code is not allowed: leave the backticks out',
    'code kan niet: laat de accenten ` weg',
  ),
  break: say(
    'a line break within a paragraph is not allowed: leave an empty line',
    'een nieuwe regel midden in een alinea kan niet: laat een lege regel',
  ),
};

const wording: Readonly<Record<string, Mistake>> = {
  date: say('a day such as 2026-11-03', 'een dag zoals 2026-11-03'),
  updated: say('a day such as 2026-11-03', 'een dag zoals 2026-11-03'),
  category: say(
    `one of ${articleCategories.join(', ')}`,
    `een van ${articleCategories.join(', ')}`,
  ),
  cover: say(`one of ${articleCovers.join(', ')}`, `een van ${articleCovers.join(', ')}`),
  draft: say('true or false', 'true of false'),
  aliases: say(
    'a list of earlier names, such as [my-old-name]',
    'een lijst van vroegere namen, zoals [mijn-oude-naam]',
  ),
  anchor: say('a word of small letters, such as fout', 'een woord in kleine letters, zoals fout'),
};

/** Every mistake that an article can have. Those that take a text have it in the words of the author's own file. */
export const mistakes = {
  fileName: say(
    'a file is called my-article.nl.md or my-article.en.md',
    'een bestand heet mijn-artikel.nl.md of mijn-artikel.en.md',
  ),
  frontHasNoEnd: say(
    'the front matter that this first line --- opens has no end: a second line --- is missing below it',
    'de gegevens die deze eerste regel --- opent, hebben geen einde: daaronder ontbreekt een tweede regel ---',
  ),
  frontIsMissing: say(
    'the file begins with its front matter, between two lines ---',
    'het artikel begint met zijn gegevens, tussen twee regels ---',
  ),
  updatedAhead: (today: string) =>
    say(
      `"updated" is a day that has passed, or today, ${today}`,
      `"updated" is een dag die voorbij is, of vandaag, ${today}`,
    ),
  yaml: (reason: string) =>
    say(
      `${reason}: a text with a colon or a quote in it stands between double quotes`,
      'deze regel is niet te lezen: een tekst met een dubbele punt of een aanhalingsteken staat tussen dubbele aanhalingstekens',
    ),
  unknownKey: (name: string) => say(`"${name}" is not known here`, `"${name}" bestaat hier niet`),
  missingKey: (name: string) => say(`"${name}" is missing`, `"${name}" ontbreekt`),
  wrongValue: (name: string, message: string, isEmpty: boolean) => {
    if (isEmpty && !wording[name])
      return say(`"${name}" may not be empty`, `"${name}" mag niet leeg zijn`);
    const must = wording[name] ?? say(`a text (${message})`, 'een tekst');
    return say(`"${name}" must be ${must.en}`, `"${name}" moet dit zijn: ${must.nl}`);
  },
  notClosed: say(
    'this block is not closed: end it with a line :::',
    'dit blok is niet gesloten: eindig het met een regel :::',
  ),
  headingLevel: say(
    'write ## for a section and ### for a part of it',
    'schrijf ## voor een deel en ### voor een stuk daarvan',
  ),
  html: say('HTML is not allowed: write Markdown', 'HTML kan niet: schrijf Markdown'),
  notAllowed: (type: string) =>
    instead[type] ?? say(`"${type}" is not allowed`, `"${type}" kan hier niet`),
  notInArticle: (type: string) =>
    say(`"${type}" is not allowed in an article`, `"${type}" kan niet in een artikel`),
  sameSections: (title: string) =>
    say(`two sections are called "${title}"`, `twee delen heten "${title}"`),
  oneEnding: say('after --- comes one last section', 'na --- komt één laatste deel'),
  endingHasNoTitle: say(
    'after --- write a heading ## for the last section',
    'schrijf na --- een titel ## voor het laatste deel',
  ),
  noIntro: say(
    'the article needs a paragraph before its first ##',
    'het artikel heeft een alinea nodig voor de eerste ##',
  ),
  noSection: say(
    'the article needs a section: a line ## Title',
    'het artikel heeft een deel nodig: een regel ## Titel',
  ),
  notALink: (url: string) =>
    say(
      `"${url}" is no link: it begins with / or https://`,
      `"${url}" is geen link: die begint met / of https://`,
    ),
  pictureHasNoWords: say(
    'say what the picture shows, between the square brackets',
    'zeg tussen de vierkante haken wat er op de foto staat',
  ),
  notAPicture: say(
    'this is no picture of the site: upload it, and its line comes by itself',
    'dit is geen foto van de site: voeg ze toe, dan komt deze regel er vanzelf',
  ),
  paragraphsOnly: (name: string) =>
    say(`:::${name} holds paragraphs only`, `in :::${name} staan alleen alinea’s`),
  needsAttribute: (name: string, attribute: string) =>
    say(`:::${name} needs ${attribute}="…"`, `:::${name} heeft ${attribute}="…" nodig`),
  noAttribute: (name: string, attribute: string) =>
    say(`:::${name} has no ${attribute}`, `:::${name} heeft geen ${attribute}`),
  figureNeeds: say(
    ':::figure needs value="…", label="…" and draw="…"',
    ':::figure heeft value="…", label="…" en draw="…" nodig',
  ),
  figureHasNoNote: say(
    ':::figure needs a sentence that says what is drawn',
    ':::figure heeft een zin nodig die zegt wat er getekend is',
  ),
  oneParagraph: say(':::do holds one paragraph', 'in :::do staat één alinea'),
  oneList: say(
    ':::sources holds one list, each line beginning with "- "',
    'in :::sources staat één lijst, elke regel begint met "- "',
  ),
  plainItem: say(
    'an item of a list is one sentence or paragraph',
    'een punt van een lijst is één zin of alinea',
  ),
  unknownBlock: (name: string, known: string) =>
    say(`:::${name} is not known: use ${known}`, `:::${name} bestaat niet: gebruik ${known}`),
  unknownLeaf: (name: string) =>
    say(
      `::${name} is not known: use ::guide or ::service{slug=workout-plan}`,
      `::${name} bestaat niet: gebruik ::guide of ::service{slug=workout-plan}`,
    ),
  noSuchService: say(
    `slug must be one of ${coachingSlugs.join(', ')}`,
    `slug moet een van deze zijn: ${coachingSlugs.join(', ')}`,
  ),
  noSuchDrawing: (known: string) =>
    say(`draw must be one of ${known}`, `draw moet een van deze zijn: ${known}`),
  drawing: (draw: string, path: string, reason: Mistake | undefined, message: string) =>
    say(
      [`the figure "${draw}"`, path, reason?.en ?? message].filter(Boolean).join(': '),
      [`de figuur "${draw}"`, path, reason?.nl ?? 'klopt niet'].filter(Boolean).join(': '),
    ),
  numbers: say('whole numbers with commas, such as 2,3', 'gehele getallen met komma’s, zoals 2,3'),
  days: say(
    'days with commas, such as wo or ma,vr (mon,fri)',
    'dagen met komma’s, zoals wo of ma,vr',
  ),
  halfHours: say(
    'half hours with commas, such as di 18:30, za 9:00',
    'halve uren met komma’s, zoals di 18:30, za 9:00',
  ),
  range: say('above from, at most 120 steps', 'hoger dan from, hoogstens 120 stappen'),
} as const;
