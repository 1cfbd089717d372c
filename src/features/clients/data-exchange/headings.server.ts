import type { ImportField } from './contract.ts'

/**
 * Headings of Outlook, Google Contacts, HubSpot, Apple and others, in English and German,
 * normalized by `wordOf`. If a file has several columns of a kind, the first one filled is used.
 */
const kinds: [ImportField, RegExp][] = [
  [
    'name',
    /^(((full|contact|display|client|customer) ?)?name|contact|client|customer|((voll(ständig)?er|ganzer) |(kontakt|anzeige|kunden))name|kontakt|kunde|ansprechpartner(in)?)$/,
  ],
  ['first', /^((first|given) ?name|forename|vorname|rufname)$/],
  [
    'middle',
    /^((middle|additional) ?names?|middle initial|(weiterer?|zweiter|mittlerer) vornamen?|weitere vornamen|zweitname)$/,
  ],
  ['last', /^((last|family) ?name|surname|(nach|familien|zu)name)$/],
  [
    'company',
    /^((company|organi[sz]ation|business|(primary )?associated company|firma|firmen|unternehmens?|(zugeordnetes|primäres zugeordnetes) unternehmen|organisations?)( ?name)?|organi[sz]ation 1 name|account name|employer|arbeitgeber)$/,
  ],
  [
    'email',
    /^((primary|main|work|business|home|personal|private|other|geschäftliche|private) )?(e?mail|electronic mail)( ?\d)?( ?adresse?| address| value| wert)?( ?\d)?( (work|business|home|private|personal|other|arbeit|geschäftlich|privat|beruflich|andere))?$/,
  ],
  [
    'phone',
    /^((primary|main|company main|work|business|home|personal|private|mobile|cell|other|car|radio) )?((tele|cell)?phone|tel|telefon|mobile|cell|mobil|handy|mobiltelefon|haupttelefon|autotelefon|(telefon|mobil|handy|ruf|mobilfunk)nummer)( ?number| nummer)?( ?\d)?( value| wert)?( (work|business|home|private|personal|mobile|main|other|iphone|arbeit|geschäftlich|firma|privat|beruflich|mobil|andere))?( ?\d)?$/,
  ],
  ['notes', /^(notes?|comments?|remarks?|notiz(en)?|anmerkung(en)?|bemerkung(en)?|kommentare?)$/],
  ['status', /^status$/],
]

/** Turns `E-mail 1 - Value` into `email 1 value`, and `Telefon (privat)` into `telefon privat`. */
const wordOf = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('e-mail', 'email')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export function fieldsOf(headings: readonly string[]): (ImportField | null)[] {
  const words = headings.map(wordOf)
  const fields = words.map((word) => kinds.find(([, form]) => form.test(word))?.[0] ?? null)
  // If there is a column for the first name but none for the last name, `Name` is the last name.
  const isParted = fields.includes('first') && !fields.includes('last')
  return fields.map((field, at) => (isParted && words[at] === 'name' ? 'last' : field))
}
