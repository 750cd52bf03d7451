/** The words of the sample guide. Dutch, as the guide is; figures as in the article (specification §9). */

/** One step: why it helps, what to do, and an example with figures that add up. */
export interface Step {
  readonly title: string;
  readonly lead: string;
  readonly paragraphs: readonly string[];
  readonly tasks: readonly string[];
  readonly example: { readonly title: string; readonly lines: readonly string[] };
  /** What the ticks of this page count. */
  readonly caption: string;
}

export const guideTitle = 'Vijf stappen naar een week die werkt';

export const cover = {
  lines: [
    { text: 'De gids', width: 'tight' },
    { text: 'in vijf', width: 'heading' },
    { text: 'stappen', width: 'wide' },
  ],
  subtitle: 'Van goede voornemens naar iets wat je ook op een drukke dinsdag volhoudt.',
} as const;

export const introduction = {
  title: 'Zo gebruik je deze gids',
  lead: 'Weinig tijd is geen karakterfout. Het is een gegeven, en met een gegeven kan je rekenen.',
  paragraphs: [
    'Deze gids is voor wie al vaker begon. Je weet ongeveer wat gezond is, maar je agenda wint. Daarom begint deze gids niet bij een dieet of een schema, maar bij je week.',
    'Neem één stap per week. Lees de bladzijde, doe de opdrachten, en ga pas door als de stap vanzelf gaat. Lukt het in een week niet, dan blijf je nog een week op dezelfde bladzijde. Dat is geen achterstand. Zo werkt een gewoonte.',
    'Op bladzijde 8 staat een weekblad. Print het, hang het op de koelkast en zet streepjes. Een streepje is het bewijs dat het gebeurd is, ook als je er die dag niets van voelde.',
  ],
  needs: {
    title: 'Wat je nodig hebt',
    items: [
      'Een kwartier om de eerste stap te doen, met je agenda erbij',
      'Een pen en het weekblad van bladzijde 8',
      'Een weegschaal of een meetlint, één keer per week',
    ],
  },
  health: {
    title: 'Even vooraf',
    text: 'Deze gids geeft algemene informatie en vervangt geen medisch advies. Ben je zwanger, heb je een aandoening, gebruik je medicatie of heb je een verleden met een eetstoornis? Overleg dan eerst met je huisarts. Krijg je pijn op de borst, word je duizelig of kortademig bij het bewegen, stop dan en bel een arts.',
  },
} as const;

export const steps: readonly Step[] = [
  {
    title: 'Kijk naar je week',
    lead: 'Welke uren zijn echt vrij? Niet vijf, niet nul.',
    paragraphs: [
      'Een week heeft 168 uur, dus 336 halve uren. De meeste plannen mislukken omdat ze uitgaan van uren die er niet zijn. Daarom kijk je eerst, en plan je daarna pas.',
      'Schrijf op wat vastligt: slapen, werken, reizen, kinderen, huishouden. Wat overblijft is minder dan je hoopt en meer dan je vreest. Je zoekt drie halve uren die bijna elke week vrij zijn. Meer heb je voor deze gids niet nodig.',
    ],
    tasks: [
      'Schrijf voor elke dag op wanneer je slaapt, werkt en onderweg bent.',
      'Duid drie halve uren aan die bijna elke week vrij zijn.',
      'Kies er een vierde bij, als reserve voor een week die tegenzit.',
      'Zet de vier in je agenda, met een herinnering een kwartier vooraf.',
    ],
    example: {
      title: 'Voorbeeldweek',
      lines: [
        'Slapen: 7 nachten van 8 uur, dus 112 halve uren',
        'Werk en reistijd: 5 dagen van 10 uur, dus 100 halve uren',
        'Blijft over: 124 halve uren voor al de rest',
        'Daarvan heb je er 3 nodig',
      ],
    },
    caption: 'Elk streepje is een half uur: 336 in een week, 3 voor jou.',
  },
  {
    title: 'Leg drie maaltijden vast',
    lead: 'Minder kiezen, minder ontsporen.',
    paragraphs: [
      'Elke maaltijd die je nog moet bedenken, bedenk je op het slechtste moment: met honger en zonder tijd. Kies daarom één ontbijt, één middagmaal en één snelle avondmaaltijd die je lust, kent en kan maken als je moe bent. De rest van de week eet je zoals je wil.',
      'Een goede vaste maaltijd heeft drie dingen: iets met eiwit (kwark, eieren, kip, vis, linzen, tofu), veel groente of fruit, en iets dat vult (volkoren brood, aardappelen, rijst, havermout). Wil je afvallen, mik dan op 300 tot 500 kilocalorieën minder per dag dan je verbruikt. Een half tot één kilo per week is snel genoeg.',
    ],
    tasks: [
      'Kies je vaste ontbijt, middagmaal en snelle avondmaaltijd.',
      'Schrijf bij elk wat je ervoor in huis moet hebben.',
      'Zet die producten vast op je boodschappenlijst.',
      'Maak de avondmaaltijd een keer dubbel en vries de helft in.',
    ],
    example: {
      title: 'Zo kan het eruitzien',
      lines: [
        'Ontbijt: kwark met havermout, een appel en noten',
        'Middag: twee volkoren boterhammen met ei, tomaat en komkommer',
        'Avond: linzen met diepvriesgroenten en rijst, klaar in 20 minuten',
      ],
    },
    caption: 'Een week telt 21 maaltijden. Drie daarvan hoef je nooit meer te bedenken.',
  },
  {
    title: 'Plan je beweging klein',
    lead: 'Liever kort en zeker dan lang en misschien.',
    paragraphs: [
      'Drie keer twintig minuten die doorgaan zijn meer waard dan twee uur die niet doorgaan. Gebruik de halve uren uit stap 1: twintig minuten om te bewegen, tien om je om te kleden en te douchen.',
      'Begin met oefeningen waarvoor je niets nodig hebt. Doe ze rustig genoeg om nog te kunnen praten. Gaat het vlot, doe dan een herhaling meer, geen kwartier meer. En wandel: 8.000 tot 10.000 stappen per dag is een mooi doel, maar duizend meer dan vorige week is een beter begin.',
    ],
    tasks: [
      'Zet drie blokjes van 20 minuten in de halve uren van stap 1.',
      'Leg je kleren de avond ervoor klaar.',
      'Kijk op je telefoon hoeveel stappen je nu gemiddeld zet en doe er 1.000 bij.',
      'Spreek af wat je doet als een blokje wegvalt: het reserveblokje.',
    ],
    example: {
      title: 'Een blokje van 20 minuten',
      lines: [
        '4 minuten: stevig wandelen op de plaats, schouders losdraaien',
        '12 minuten, drie rondes: 10 keer zitten en opstaan, 8 keer opdrukken tegen de tafel, 20 tellen plank, een minuut rust',
        '4 minuten: rustig uitwandelen en rekken',
      ],
    },
    caption: '3 keer 20 minuten: 60 streepjes, samen één uur per week.',
  },
  {
    title: 'Meet één keer per week',
    lead: 'Op hetzelfde moment. De rest is ruis.',
    paragraphs: [
      'Je gewicht schommelt van dag tot dag door water, zout, slaap en wat er nog in je darmen zit. Wie zich elke dag weegt, meet vooral die schommeling. Weeg je daarom hoogstens één keer per week, altijd op dezelfde dag, voor het ontbijt en na het toilet.',
      'Kijk ook naar wat de weegschaal niet ziet: hoe je broek zit, hoe je slaapt, hoeveel trappen je doet zonder te hijgen. Vergelijk met vier weken geleden, nooit met gisteren.',
    ],
    tasks: [
      'Kies één vaste dag en één vast moment.',
      'Schrijf je gewicht of je buikomtrek op het weekblad.',
      'Schrijf er één ding bij dat beter ging dan vorige week.',
      'Zet de weegschaal de andere zes dagen weg.',
    ],
    example: {
      title: 'Voorbeeld: vier metingen op zaterdag',
      lines: [
        'Week 1: 92,4 kg',
        'Week 2: 92,6 kg (een feestje, en dat is geen ramp)',
        'Week 3: 91,5 kg',
        'Week 4: 90,9 kg, dus 1,5 kg in drie weken',
      ],
    },
    caption: '7 dagen, 1 meting.',
  },
  {
    title: 'Stuur bij, begin niet opnieuw',
    lead: 'Een mindere week is een aanwijzing.',
    paragraphs: [
      'Er komt een week waarin niets lukt. Dan is de verleiding groot om maandag opnieuw te beginnen, met een strenger plan. Doe dat niet. Kijk wat er gebeurde en verander één ding, het kleinste dat helpt.',
      'Geef het minstens drie maanden. Dat zijn dertien weken, en drie of vier daarvan mogen tegenvallen zonder dat het resultaat verdwijnt. Wie na een mindere week doorgaat, wint van wie elke maand perfect begint.',
    ],
    tasks: [
      'Neem elke zondag vijf minuten en tel je streepjes.',
      'Vraag je af: wat hield me tegen? Tijd, honger, moeheid of zin?',
      'Verander één ding en schrijf het op het weekblad van volgende week.',
      'Laat al de rest zoals het is.',
    ],
    example: {
      title: 'Eén ding veranderen',
      lines: [
        'Geen tijd: verzet één blokje naar het reserveblokje',
        'Honger: een portie eiwit meer bij het ontbijt',
        'Moe: twee weken hetzelfde, en een half uur vroeger naar bed',
        'Geen zin: kies een andere oefening, niet een ander plan',
      ],
    },
    caption: '13 weken is drie maanden. Elke week telt, ook die tegenvallen.',
  },
];

export const sheet = {
  title: 'Mijn week',
  lead: 'Zet een streepje als het gebeurd is. Print dit blad elke week opnieuw.',
  days: ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo'],
  rows: [
    { label: 'Vast ontbijt', goal: '' },
    { label: 'Vaste middag', goal: '' },
    { label: 'Snelle avondmaaltijd', goal: '' },
    { label: 'Blokje van 20 minuten', goal: '3 per week' },
    { label: 'Stappendoel gehaald', goal: '' },
    { label: 'Gemeten', goal: '1 per week' },
  ],
  columnWhat: 'Wat',
  columnGoal: 'Doel',
  lines: ['Mijn stappendoel', 'Meting van deze week', 'Dit ging beter', 'Dit ene ding verander ik'],
} as const;

export const ending = {
  title: 'En nu?',
  lead: 'Begin met stap 1. Vandaag, met je agenda erbij.',
  paragraphs: [
    'Wil je dat iemand meekijkt? Het eerste gesprek duurt 30 minuten, is gratis en verplicht je tot niets. We bekijken je week en je krijgt één ding mee dat je meteen kan doen.',
  ],
  booking: 'Plan je gratis gesprek',
  contact: 'Een vraag? Je krijgt binnen 24 uur antwoord.',
  article: 'Lees ook het artikel over de vijf grootste fouten bij het afvallen.',
  colophon:
    'Dit is de voorbeeldgids die bij de site hoort. De coach vervangt ze door een eigen gids; de tekst is dan van de coach.',
} as const;
