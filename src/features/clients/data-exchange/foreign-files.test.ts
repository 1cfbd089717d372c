import { expect, test } from 'vitest'
import { checkRows, readClientRows } from './client-rows.server.ts'

const sheetOf = (csv: string | Buffer) => readClientRows(Buffer.from(csv))

/** The clients that an import adds. */
function clientsOf(csv: string | Buffer) {
  const { missing, rows } = sheetOf(csv)
  expect(missing).toEqual([])
  return checkRows(rows, new Map()).map(({ client, reason }) => client ?? reason)
}

/** A heading of many columns, and rows that fill some of them. */
function table(heading: string[], rows: Record<string, string>[], separator = ',', end = '\r\n') {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const lines = rows.map((row) => heading.map((column) => row[column] ?? ''))
  return [heading, ...lines].map((cells) => cells.map(quoted).join(separator) + end).join('')
}

const outlook = [
  'Title',
  'First Name',
  'Middle Name',
  'Last Name',
  'Suffix',
  'Company',
  'Department',
  'Job Title',
  'Business Street',
  'Business Fax',
  'Business Phone',
  'Home Phone',
  'Mobile Phone',
  'Categories',
  'Email Address',
  'E-mail Type',
  'E-mail Display Name',
  'E-mail 2 Address',
  'E-mail 2 Type',
  'Gender',
  'Notes',
  'Web Page',
]

const outlookGerman = [
  'Anrede',
  'Vorname',
  'Weitere Vornamen',
  'Nachname',
  'Suffix',
  'Firma',
  'Abteilung',
  'Position',
  'Straße geschäftlich',
  'Fax geschäftlich',
  'Telefon geschäftlich',
  'Telefon (privat)',
  'Mobiltelefon',
  'E-Mail-Adresse',
  'E-Mail-Typ',
  'E-Mail: Angezeigter Name',
  'E-Mail 2: Adresse',
  'Geschlecht',
  'Notizen',
]

const googleOld = [
  'Name',
  'Given Name',
  'Additional Name',
  'Family Name',
  'Yomi Name',
  'Group Membership',
  'E-mail 1 - Type',
  'E-mail 1 - Value',
  'E-mail 2 - Type',
  'E-mail 2 - Value',
  'Phone 1 - Type',
  'Phone 1 - Value',
  'Organization 1 - Type',
  'Organization 1 - Name',
  'Notes',
]

const googleNew = [
  'First Name',
  'Middle Name',
  'Last Name',
  'Phonetic First Name',
  'Name Prefix',
  'File As',
  'Organization Name',
  'Organization Title',
  'Notes',
  'Photo',
  'Labels',
  'E-mail 1 - Label',
  'E-mail 1 - Value',
  'E-mail 2 - Label',
  'E-mail 2 - Value',
  'Phone 1 - Label',
  'Phone 1 - Value',
]

const hubSpot = [
  'Record ID',
  'First Name',
  'Last Name',
  'Email',
  'Phone Number',
  'Contact owner',
  'Primary Associated Company',
  'Last Activity Date (CET)',
  'Lead Status',
  'Create Date',
]

const hubSpotGerman = [
  'Datensatz-ID',
  'Vorname',
  'Nachname',
  'E-Mail',
  'Telefonnummer',
  'Zuständiger Mitarbeiter',
  'Zugeordnetes Unternehmen',
  'Lead-Status',
  'Erstelldatum',
]

const apple = [
  'First name',
  'Last name',
  'Organization',
  'Email (work)',
  'Email (home)',
  'Phone (mobile)',
  'Note',
]
const appleGerman = [
  'Vorname',
  'Name',
  'Firma',
  'E-Mail (Arbeit)',
  'E-Mail (Privat)',
  'Telefon (Mobil)',
  'Notiz',
]

test('contacts of common programs are read as these export them', () => {
  const files: [about: string, file: string | Buffer, ...clients: object[]][] = [
    [
      'Outlook',
      Buffer.from(
        table(outlook, [
          {
            'First Name': 'Åsa',
            'Middle Name': 'M.',
            'Last Name': 'Berg',
            Company: 'Größe & Söhne',
            'E-mail 2 Address': 'asa@n.example',
            'Mobile Phone': '+46 1',
            'E-mail Type': 'SMTP',
            Notes: 'two\nlines, "quoted"',
          },
          { Company: 'Northfold, Ltd', 'Email Address': 'desk@n.example', 'Business Phone': '=1' },
        ]),
        'latin1',
      ),
      {
        name: 'Åsa M. Berg',
        email: 'asa@n.example',
        company: 'Größe & Söhne',
        phone: '+46 1',
        notes: 'two\nlines, "quoted"',
      },
      { name: 'Northfold, Ltd', email: 'desk@n.example', company: 'Northfold, Ltd', phone: '=1' },
    ],
    [
      'Outlook, German, UTF-16 of either order',
      Buffer.from(
        `\ufeff${table(outlookGerman, [{ Vorname: 'Jörg', 'Weitere Vornamen': 'Uwe', Nachname: 'Weiß', 'E-Mail-Adresse': 'j@n.example', 'Telefon geschäftlich': '0228 1' }], ';')}`,
        'utf16le',
      ).swap16(),
      { name: 'Jörg Uwe Weiß', email: 'j@n.example', phone: '0228 1' },
    ],
    [
      'Outlook, German, with tabs',
      Buffer.from(
        `\ufeff${table(outlookGerman, [{ Firma: 'Weiß GmbH', 'E-Mail 2: Adresse': 'w@n.example', Notizen: 'a;b,c' }], '\t')}`,
        'utf16le',
      ),
      { name: 'Weiß GmbH', email: 'w@n.example', company: 'Weiß GmbH', notes: 'a;b,c' },
    ],
    [
      'Google, old',
      table(
        googleOld,
        [
          {
            Name: 'Ada Okafor',
            'Given Name': 'Ada',
            'Family Name': 'Okafor',
            'E-mail 1 - Value': 'ada@n.example ::: ada@home.example',
            'Organization 1 - Name': 'Northfold',
            'Phone 1 - Value': '+44 1 ::: +44 2',
          },
        ],
        ',',
        '\n',
      ),
      { name: 'Ada Okafor', email: 'ada@n.example', company: 'Northfold', phone: '+44 1' },
    ],
    [
      'Google, new',
      table(googleNew, [
        {
          'First Name': 'Ada',
          'Last Name': 'Okafor',
          'E-mail 1 - Label': '* Work',
          'E-mail 1 - Value': 'ada@n.example',
          'Phone 1 - Value': '1',
        },
        { 'Organization Name': 'Northfold', 'E-mail 2 - Value': 'desk@n.example' },
      ]),
      { name: 'Ada Okafor', email: 'ada@n.example', phone: '1' },
      { name: 'Northfold', email: 'desk@n.example' },
    ],
    [
      'HubSpot',
      `\ufeff${table(hubSpot, [{ 'Record ID': '1', 'First Name': 'Ada', 'Last Name': 'Okafor', Email: 'ada@n.example', 'Primary Associated Company': 'Northfold', 'Lead Status': 'OPEN' }])}`,
      { name: 'Ada Okafor', email: 'ada@n.example', company: 'Northfold' },
    ],
    [
      'HubSpot, German',
      table(hubSpotGerman, [
        { Vorname: 'Ada', 'E-Mail': 'ada@n.example', Telefonnummer: '1', 'Lead-Status': 'NEU' },
      ]),
      { name: 'Ada', email: 'ada@n.example', phone: '1' },
    ],
    [
      'Apple',
      table(
        apple,
        [
          {
            'Last name': 'Okafor',
            'Email (home)': 'ada@n.example',
            'Phone (mobile)': '1',
            Note: 'x',
          },
        ],
        ';',
        '\r',
      ),
      { name: 'Okafor', email: 'ada@n.example', phone: '1', notes: 'x' },
    ],
    [
      'Apple, German',
      table(
        appleGerman,
        [{ Vorname: 'Ada', Name: 'Okafor', 'E-Mail (Arbeit)': 'ada@n.example' }],
        ';',
      ),
      { name: 'Ada Okafor', email: 'ada@n.example' },
    ],
    [
      'the separator in its own line, and blank lines',
      'sep=;\r\n\r\n;;\r\nName;E-Mail;Notes, remarks, and more, and more\r\nAda;ada@n.example;"a, b"\r\n',
      { name: 'Ada', email: 'ada@n.example' },
    ],
    ...[
      ',,,\n',
      '\ufeff,,,\r\n\r\n',
      '"","",""\r\n \t \r\n',
      '\t\t\t\n,,\n;;\r',
      'sep=;\r\n,,,\r\n',
      ',,,\r\n"sep=;"\r\n',
    ].map((blank): [string, string, object] => [
      `semicolons below ${JSON.stringify(blank)}`,
      `${blank}Name;E-Mail;Notes\nAda;ada@n.example;a, b, c\n`,
      { name: 'Ada', email: 'ada@n.example', notes: 'a, b, c' },
    ]),
    [
      'tabs below commas',
      ',,,\nName\tE-Mail\tNotes\nAda\tada@n.example\ta; b, c\n',
      { name: 'Ada', email: 'ada@n.example', notes: 'a; b, c' },
    ],
    [
      'commas below semicolons, and a heading whose first cell is blank',
      ';;;\n,Name,E-Mail\n1,Ada,ada@n.example\n',
      { name: 'Ada', email: 'ada@n.example' },
    ],
    [
      'commas inside a quoted heading',
      '\n \n"Name";"E-Mail";"Bemerkungen"; "a, b, c, d, e"\nAda;ada@n.example;x;y\n'.replace(
        '; "',
        ';"',
      ),
      { name: 'Ada', email: 'ada@n.example', notes: 'x' },
    ],
    [
      'CR alone, and the other separator in the notes',
      'name,email,notes\rAda,ada@n.example,a;b;c;d;e\rBen,ben@n.example,"x\ry"\r',
      { name: 'Ada', email: 'ada@n.example', notes: 'a;b;c;d;e' },
      { name: 'Ben', email: 'ben@n.example', notes: 'x\ry' },
    ],
    [
      'as many cells by either separator',
      'Name;E-Mail;A,B,C\nAda;ada@n.example;1,2,3',
      { name: 'Ada', email: 'ada@n.example' },
    ],
    [
      'numbers that are kept as text',
      'name,email,phone\n"=""Ada""","=""ada@n.example""",="0228123"\nBen,ben@n.example,="a ""b"""',
      { name: 'Ada', email: 'ada@n.example', phone: '0228123' },
      { name: 'Ben', email: 'ben@n.example', phone: 'a "b"' },
    ],
    [
      'quotes within a cell',
      'name,email,company\nAda,ada@n.example,The "Best" 5" pipes\n',
      { name: 'Ada', email: 'ada@n.example', company: 'The "Best" 5" pipes' },
    ],
  ]
  for (const [about, file, ...clients] of files) {
    const found = clientsOf(file)
    expect([about, found]).toEqual([
      about,
      clients.map((client) => expect.objectContaining(client)),
    ])
  }
})
