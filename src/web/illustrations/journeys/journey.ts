import type { PrintedRecord } from '../runs/run-scripts.ts'

/** How long a journey plays, in seconds; under five it needs no pause control (WCAG 2.2.2). */
export const journeySeconds = 4.6

/** Where the seven columns and five rows of a journey's drawing lie, in its user units. */
export const columns = [15, 197, 379, 560, 741, 923, 1105] as const
export const rows = [28, 79, 130, 181, 232] as const

type Tone = 'arrived' | 'workflow' | 'person'

/** A stop's words, below its place on the line unless `above`. `reachedAt` in seconds. */
export type JourneyStop = {
  name: string
  note: string
  column: 0 | 1 | 2 | 3 | 4 | 5 | 6
  row: 0 | 1 | 2 | 3 | 4
  tone: Tone
  reachedAt: number
  above?: true
  /** Words without a station, such as those of a slot. */
  unmarked?: true
}

/** A piece of rail, as the path data of SVG. Dotted rail is where a person decides. */
export type Rail = { path: string; dotted?: true }

/** One stretch of a document's way, between two moments in seconds. */
export type Leg = { path: string; from: number; to: number }

/**
 * A document on its way: it rests where its last leg ends. It is drawn in its last tone; the earlier
 * ones lie on top while the journey plays, each until its own second.
 */
export type Traveller = {
  rests: readonly [x: number, y: number]
  legs: Leg[]
  tone: Tone
  before: { tone: Tone; until: number }[]
}

/** What a service does with one piece of work, from its arrival to its printed record. */
export type Journey = {
  subject: string
  stops: JourneyStop[]
  rails: Rail[]
  /** Documents that wait at the start and stay there. */
  waiting: (readonly [x: number, y: number])[]
  travellers: Traveller[]
  record: PrintedRecord
  /** The second in which each line of the record is printed. */
  printedAt: number[]
}

/** A document that arrives white and turns canary when the workflow takes it up. */
export function handled(
  rests: Traveller['rests'],
  takenUpAt: number,
  legs: [path: string, from: number, to: number][],
): Traveller {
  return {
    rests,
    tone: 'workflow',
    before: [{ tone: 'arrived', until: takenUpAt }],
    legs: legs.map(([path, from, to]) => ({ path, from, to })),
  }
}

/** A document that the workflow hands to a person in the second `askedAt`. */
export function handedOver(
  rests: Traveller['rests'],
  takenUpAt: number,
  askedAt: number,
  legs: [path: string, from: number, to: number][],
): Traveller {
  return {
    rests,
    tone: 'person',
    // The first of the list lies lowest.
    before: [
      { tone: 'workflow', until: askedAt },
      { tone: 'arrived', until: takenUpAt },
    ],
    legs: legs.map(([path, from, to]) => ({ path, from, to })),
  }
}
