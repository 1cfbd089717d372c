export type Tone = 'arrived' | 'workflow' | 'person'

/** The text is below the stop unless `above` is set. A `textOnly` stop has no station. */
type Stop = {
  name: string
  note: string
  at: readonly [column: number, row: number]
  above?: true
  textOnly?: true
}

/** `by` is `workflow` or a person's name. */
export type PrintedRecord = { recordOf: string; lines: [at: string, text: string, by?: string][] }

/** Positions of columns and rows in a drawing 1,120 units wide. CSS repeats them in percent. */
export const layouts = {
  line: { height: 152, columns: [15, 205, 395, 585, 781, 943, 1105], rows: [24, 128] },
  field: {
    height: 270,
    columns: [15, 197, 379, 560, 741, 923, 1105],
    rows: [28, 79, 130, 181, 232],
  },
} as const

export type Journey = {
  layout: keyof typeof layouts
  /** Name of an entry in `motions.ts`, which is loaded only when the journey plays. */
  motion: string
  subject: string
  /** The first stop, where documents arrive, has no station. */
  stops: Stop[]
  person: string
  rails: string[]
  dotted: string[]
  /** Points of documents that stay at the start, `x,y` separated by spaces. */
  waiting: string
  /** Points where moving documents end, in the order of their moves: `x,y`, or `x,y,person`. */
  travellers: string
}

export type RecordedJourney = Journey & PrintedRecord
