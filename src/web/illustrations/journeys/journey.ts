import type { PrintedRecord } from '../runs/run-scripts.ts'

/** Seconds; under five, no pause control is needed (WCAG 2.2.2). */
export const journeySeconds = 4.6

/** Positions of the seven columns and five rows, in user units of the drawing. */
export const columns = [15, 197, 379, 560, 741, 923, 1105] as const
export const rows = [28, 79, 130, 181, 232] as const

type Tone = 'arrived' | 'workflow' | 'person'

/** The text is below the stop unless `above`. `reachedAt` in seconds. */
type JourneyStop = {
  name: string
  note: string
  column: 0 | 1 | 2 | 3 | 4 | 5 | 6
  row: 0 | 1 | 2 | 3 | 4
  tone: Tone
  reachedAt: number
  above?: true
  /** Text without a station, such as that of a slot. */
  unmarked?: true
}

/** `path` is SVG path data. Dotted rail marks a person's decision. */
type Rail = { path: string; dotted?: true }

/** Part of a document's path; `from` and `to` in seconds. */
export type Leg = { path: string; from: number; to: number }

/**
 * A document in motion; rests where its last leg ends, in its last tone. Earlier tones are stacked
 * above it while the journey plays, each until its own second.
 */
export type Traveller = {
  rests: readonly [x: number, y: number]
  legs: Leg[]
  tone: Tone
  before: { tone: Tone; until: number }[]
}

export type Journey = {
  subject: string
  stops: JourneyStop[]
  rails: Rail[]
  /** Documents that stay at the start. */
  waiting: (readonly [x: number, y: number])[]
  travellers: Traveller[]
  record: PrintedRecord
  /** Seconds, one for each line of the record. */
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
    // The first one is lowest.
    before: [
      { tone: 'workflow', until: askedAt },
      { tone: 'arrived', until: takenUpAt },
    ],
    legs: legs.map(([path, from, to]) => ({ path, from, to })),
  }
}
