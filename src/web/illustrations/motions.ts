/**
 * `times` are the seconds at which a document begins and ends each leg of its route (SVG path
 * data). `takenUpAt` and `askedAt` are the seconds at which the workflow or a person takes it over.
 */
export type Move = {
  route: readonly string[]
  times: readonly number[]
  takenUpAt: number
  askedAt?: number | undefined
}

/** All numbers are seconds. Each move belongs to the journey's traveller of the same index. */
export type Motion = { moves: Move[]; stops: number[]; printed: number[] }

function move(route: Move['route'], times: number[], takenUpAt: number, askedAt?: number): Move {
  return { route, times, takenUpAt, askedAt }
}

const along = (end: string) => ['M15 24H205', 'M205 24H395', `M395 24${end}`]
const byPerson = [
  ...along('H585'),
  'M585 24H640a32 32 0 0 1 32 32v40a32 32 0 0 0 32 32H781',
  'M781 128h77a32 32 0 0 0 32-32V56a32 32 0 0 1 32-32H1037',
]

const middle = ['M15 130H197', 'M197 130H379', 'M379 130H560'] as const
const fromTop = 'M15 28H157a40 40 0 0 1 40 40V90a40 40 0 0 0 40 40H379'
const fromBottom = 'M15 232H157a40 40 0 0 0 40-40V170a40 40 0 0 1 40-40H379'
const toMatch = 'M379 130H560'
const toDecision = 'M560 130H600a32 32 0 0 1 32 32v38a32 32 0 0 0 32 32H741'
const fromDecision = 'M741 232h77a32 32 0 0 0 32-32v-38a32 32 0 0 1 32-32H1037'
const exact = ['M15 130H379', toMatch, 'M560 130H1105']
const next = [fromTop, toMatch, 'M560 130H1071']
const decided = [fromBottom, toMatch, toDecision, fromDecision]
const undecided = [fromTop, toMatch, toDecision]
const toDraft = 'M379 130H420a40 40 0 0 0 40-40V68a40 40 0 0 1 40-40H741'
const toColleague = 'M379 130H420a40 40 0 0 1 40 40v22a40 40 0 0 0 40 40H741'
const toLookup = middle.slice(0, 2)
const answered = [...toLookup, toDraft, 'M741 28H1105']
const answeredNext = [...toLookup, toDraft, 'M741 28H1071']
const replied = [...toLookup, toColleague, 'M741 232H1105']
const toNew = [...middle, 'M560 130H660a40 40 0 0 0 40-40V68a40 40 0 0 1 40-40H1105']
const toRegulars = [...middle, 'M560 130H1105']
const toLapsed = [...middle, 'M560 130H660a40 40 0 0 1 40 40v22a40 40 0 0 0 40 40H1105']
const climb = [
  'M15 232H80a25 25 0 0 0 25-25V206a25 25 0 0 1 25-25H197',
  'M197 181H262a25 25 0 0 0 25-25V155a25 25 0 0 1 25-25H379',
  'M379 130H444a25 25 0 0 0 25-25V104a25 25 0 0 1 25-25H560',
  'M560 79H625a25 25 0 0 0 25-25V53a25 25 0 0 1 25-25H741',
  'M741 28H1105',
]
const straight = [...middle, 'M560 130H741', 'M741 130H923', 'M923 130H1105']
const within = [
  'M15 130H197',
  'M197 130H379V68a40 40 0 0 1 40-40H560',
  'M560 28H741',
  'M741 28H883a40 40 0 0 1 40 40v62H1105',
]
const beyond = [
  'M15 130H197',
  'M197 130H379v62a40 40 0 0 0 40 40H560',
  'M560 232H741',
  'M741 232H883a40 40 0 0 0 40-40V130H1071',
]

export const motions: Record<string, Motion> = {
  home: {
    moves: [
      move(along('H1105'), [0, 0.5, 0.6, 1.1, 1.2, 2.3], 0.5),
      move(along('H1071'), [0.4, 0.9, 1, 1.5, 1.6, 2.7], 0.9),
      move(byPerson, [0.8, 1.3, 1.4, 1.9, 2, 2.4, 2.5, 3.15, 3.5, 4.4], 1.3, 2.5),
      move(byPerson, [1.7, 2.2, 2.3, 2.8, 2.9, 3.2, 3.3, 4.2], 2.2, 3.2),
      move(byPerson, [2.7, 3.2, 3.3, 3.9], 3.2),
      move(byPerson, [3.5, 4.2], 4.2),
    ],
    stops: [0.6, 1.35, 1.95, 2.5, 3.2, 4.35],
    printed: [0.6, 1.35, 1.95, 3.2, 4.35],
  },
  'document-processing': {
    moves: [
      move(exact, [0.1, 0.85, 1, 1.4, 1.5, 2.5], 0.95),
      move(next, [0.5, 1.45, 1.65, 2.05, 2.15, 3.2], 1.55),
      move(decided, [0.25, 1.15, 1.35, 1.75, 1.9, 2.9, 3.3, 4.4], 1.25, 2.2),
      move(undecided, [1.1, 2.05, 2.25, 2.65, 2.8, 4], 2.15, 3.1),
      move(decided, [2, 2.95, 3.2, 3.7], 3.05),
      move(exact, [3.2, 4.1], 4.2),
    ],
    stops: [0.2, 1.2, 1.9, 2.9, 4.2],
    printed: [0.3, 1.2, 1.9, 3.1, 4.3],
  },
  'customer-service': {
    moves: [
      move(answered, [0.1, 0.55, 0.7, 1.1, 1.2, 2, 2.15, 2.9], 0.65),
      move(replied, [0.6, 1.1, 1.3, 1.7, 1.8, 2.7, 3.1, 4.2], 1.2, 2.85),
      move(answeredNext, [1.3, 1.75, 1.95, 2.35, 2.45, 3.25, 3.35, 4.1], 1.85),
      move(replied, [1.9, 2.35, 2.55, 2.95, 3.05, 4], 2.45, 4.1),
      move(answered, [2.4, 2.85, 3.05, 3.45, 3.55, 4.4], 2.95),
      move(answered, [3.6, 4.1], 4.2),
    ],
    stops: [0.1, 0.6, 1.2, 2, 2.9, 2.7, 4.2],
    printed: [0.2, 1.2, 2.4, 3.6, 4.3],
  },
  'marketing-automation': {
    moves: [
      move(toNew, [0.1, 0.6, 0.8, 1.3, 1.5, 2.1, 2.4, 3.4], 0.7),
      move(toRegulars, [0.4, 0.9, 1.1, 1.6, 1.8, 2.4, 2.8, 3.8], 1),
      move(toLapsed, [0.7, 1.2, 1.4, 1.9, 2.1, 2.7, 3.2, 4.3], 1.3),
      move(middle, [1.8, 2.3, 2.5, 2.9, 3, 3.5], 2.4, 3.6),
      move(middle, [2.8, 3.3, 3.5, 4.1], 3.4),
    ],
    stops: [0.1, 0.7, 1.4, 2.2, 3.4, 3.8, 4.3],
    printed: [0.2, 0.8, 1.5, 2.4, 4.3],
  },
  'data-analysis': {
    moves: [
      move(climb, [0.1, 0.7, 0.9, 1.4, 1.6, 2.1, 2.3, 2.8, 3.2, 4.3], 0.8),
      move(climb, [0.8, 1.4, 1.6, 2.2, 2.3, 2.9, 3, 3.6], 1.5, 3.7),
      move(climb, [1.6, 2.2, 2.4, 3, 3.1, 3.8], 2.3),
      move(climb, [2.4, 3, 3.3, 4], 3.1),
      move(climb, [3.4, 4.1], 4.2),
    ],
    stops: [0.1, 0.8, 1.5, 2.2, 3, 4.3],
    printed: [0.2, 1.5, 2.3, 3.1, 4.4],
  },
  'custom-solutions': {
    moves: [
      move(straight, [0.1, 0.6, 0.8, 1.3, 1.5, 2.1, 2.4, 2.9, 3.2, 3.6, 3.8, 4.3], 0.7),
      move(straight, [1, 1.5, 1.7, 2.2, 2.4, 3, 3.2, 3.8], 1.6, 3.9),
      move(straight, [2, 2.5, 2.7, 3.2, 3.4, 4.1], 2.6),
      move(straight, [3.5, 4.1], 4.2),
    ],
    stops: [0.1, 0.7, 1.4, 2.2, 3, 3.7, 4.3],
    printed: [0.2, 1.4, 2.2, 3.1, 4.3],
  },
  'workflow-automation': {
    moves: [
      move(within, [0.1, 0.6, 0.8, 1.7, 1.85, 2.3, 2.45, 3.4], 0.7),
      move(beyond, [0.5, 1, 1.2, 2.1, 2.4, 2.9, 3.3, 4.3], 1.1, 2.4),
      move(within, [1.4, 1.9, 2.1, 3, 3.15, 3.7], 2),
      move(beyond, [2, 2.5, 2.7, 3.5, 3.8, 4.3], 2.6, 3.8),
      move(within, [2.7, 3.2, 3.4, 4.3], 3.3),
      move(within, [3.5, 4.1], 4.2),
    ],
    stops: [0.1, 0.7, 1.8, 2.4, 2.2, 3, 4.3],
    printed: [0.2, 0.8, 2.2, 3.1, 4.3],
  },
}
