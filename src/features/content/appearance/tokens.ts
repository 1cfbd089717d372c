import type { Oklch } from './oklch.ts'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The colors of `src/web/styles/tokens.css`: lightness, chroma and hue, first light, then dark. */
const table = `
bg .985 .004 150 .185 .016 168
surface 1 0 0 .222 .018 168
sunk .962 .007 155 .16 .014 168
ledger .945 .024 150 .255 .028 160
ink .235 .022 165 .955 .008 150
ink-2 .43 .02 165 .8 .014 158
ink-3 .525 .018 165 .735 .015 160
rule .885 .012 155 .315 .02 166
edge .61 .02 160 .56 .022 163
primary .43 .085 162 .82 .125 160
primary-hover .37 .078 162 .87 .115 160
on-primary .99 .005 150 .2 .03 165
primary-soft .93 .035 160 .31 .045 163
on-primary-soft .34 .07 162 .88 .09 160
link .42 .09 162 .82 .125 160
canary .905 .16 100 .895 .15 100
on-canary .235 .022 165 .22 .03 110
canary-soft .965 .06 100 .31 .05 100
canary-text .47 .095 85 .88 .14 98
rose .865 .062 10 .8 .095 12
on-rose .27 .05 10 .25 .05 10
rose-soft .962 .016 10 .3 .05 10
rose-text .49 .14 12 .83 .09 12
danger .51 .19 27 .7 .17 25
danger-hover .45 .17 27 .76 .14 25
on-danger .99 .003 27 .18 .04 25
danger-soft .962 .017 25 .29 .07 25
danger-text .47 .18 27 .79 .12 24
carbon .47 .12 255 .76 .105 250
carbon-soft .945 .025 255 .3 .05 252
carbon-text .43 .12 255 .82 .085 250
paper 1 0 0 .94 .01 150
paper-ink .235 .022 165 .235 .022 165
paper-ink-2 .43 .02 165 .4 .02 165
paper-rule .8 .014 155 .76 .014 155
paper-fold .89 .014 155 .78 .014 155
focus-a .235 .022 165 .895 .15 100
focus-b .905 .16 100 .16 .014 168`

export type Tokens = Map<string, Oklch>

const rows = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', ...numbers] = line.split(' ')
    return [name, numbers.map(Number)] as const
  })

const defaultsFrom = (at: number): Tokens =>
  new Map(
    rows.map(([name, { [at]: l = 0, [at + 1]: c = 0, [at + 2]: h = 0 }]) => [name, { l, c, h }]),
  )

export const defaultTokens: Readonly<Record<Theme, Tokens>> = {
  light: defaultsFrom(0),
  dark: defaultsFrom(3),
}

export type Family = 'primary' | 'machine' | 'human' | 'ink'

/** The first token of each family is the chosen color itself. */
export const families: Readonly<Record<Family, readonly string[]>> = {
  primary: ['primary', 'primary-hover', 'on-primary', 'primary-soft', 'on-primary-soft', 'link'],
  machine: ['canary', 'on-canary', 'canary-soft', 'canary-text'],
  human: ['rose', 'on-rose', 'rose-soft', 'rose-text'],
  ink: [
    'ink',
    'bg',
    'surface',
    'sunk',
    'ledger',
    'ink-2',
    'ink-3',
    'rule',
    'edge',
    'paper',
    'paper-ink',
    'paper-ink-2',
    'paper-rule',
    'paper-fold',
  ],
}

export const mainOf = (family: Family) => families[family][0] ?? ''

const grounds = ['bg', 'surface', 'sunk', 'ledger']
const softGrounds = ['canary-soft', 'rose-soft', 'danger-soft', 'carbon-soft', 'primary-soft']

type Pair = { over: string; under: string; minimum: number }

const pairs = (minimum: number, overs: readonly string[], unders: readonly string[]): Pair[] =>
  overs.flatMap((over) => unders.map((under) => ({ over, under, minimum })))

const hues = ['canary', 'rose', 'danger', 'carbon']

/** Text requires 4.5:1 (WCAG 2.2, 1.4.3); marks and borders of controls require 3:1 (1.4.11). */
export const contrastPairs: readonly Pair[] = [
  ...pairs(4.5, ['ink', 'ink-2', 'ink-3', 'link'], grounds),
  ...pairs(4.5, ['ink', 'ink-2'], softGrounds),
  ...hues.flatMap((hue) => pairs(4.5, [`${hue}-text`], ['bg', 'surface', `${hue}-soft`])),
  ...pairs(4.5, ['on-primary'], ['primary', 'primary-hover']),
  ...pairs(4.5, ['on-primary-soft'], ['primary-soft']),
  ...pairs(4.5, ['on-canary'], ['canary']),
  ...pairs(4.5, ['on-rose'], ['rose']),
  ...pairs(4.5, ['on-danger'], ['danger', 'danger-hover']),
  ...pairs(4.5, ['bg'], ['ink']),
  ...pairs(4.5, ['paper-ink', 'paper-ink-2'], ['paper']),
  ...pairs(3, ['edge', 'primary', 'danger', 'carbon'], grounds),
  ...pairs(3, ['paper-ink'], ['canary', 'rose', 'paper', 'paper-fold']),
]

/** Backgrounds of focus rings, where one of the two rings must reach 3:1 (2.4.13). */
export const ringedGrounds: readonly string[] = [
  ...grounds,
  ...softGrounds,
  'primary',
  'primary-hover',
  'danger',
  'danger-hover',
  'carbon',
  'canary',
  'rose',
  'ink',
  'paper',
]
