import {
  budgets,
  labelOf,
  teamSizes,
  timelines,
  urgencies,
} from '#contract/consultation-options.ts'

/** The answers in the long form; blank values count as unanswered. */
export type Answers = Partial<Record<string, unknown>>

/** `points` is null if the answer is unknown; such a rule is left out of the sum. */
type FitLine = { rule: string; answer: string; points: number | null; of: number }
type Fit = { lines: FitLine[]; points: number; of: number; verdict: string }

const max = 2

type Points = Record<string, number>
const budgetPoints: Points = {
  'under-10k': 0,
  '10k-25k': 1,
  '25k-50k': 1,
  '50k-100k': 2,
  '100k-plus': 2,
}
const timelinePoints: Points = {
  asap: 2,
  '1-3-months': 2,
  '3-6-months': 1,
  '6-12-months': 0,
  flexible: 0,
}
const urgencyPoints: Points = { high: 2, medium: 1, low: 0 }
const teamPoints: Points = {
  '1-10': 0,
  '11-50': 1,
  '51-200': 2,
  '201-1000': 2,
  '1000-plus': 2,
}

export function answerTo(answers: Answers, question: string): string {
  const answer = answers[question]
  return typeof answer === 'string' ? answer.trim() : ''
}

function describedPoints(text: string): number | null {
  const { length } = [...text]
  if (length === 0) return null
  return length >= 200 ? 2 : length >= 60 ? 1 : 0
}

/** The number of known rules required for a verdict. */
const minRules = 3

function verdictOf(known: number, points: number, of: number): string {
  if (known < minRules) return 'Too little known'
  const share = points / of
  if (share >= 0.7) return 'Good fit'
  return share >= 0.4 ? 'Possible fit' : 'Weak fit'
}

/** Rates by fixed rules how well a request fits. */
export function fitOf(answers: Answers): Fit {
  const choices = [
    { rule: 'Budget', question: 'budget', options: budgets, points: budgetPoints },
    { rule: 'Timeline', question: 'timeline', options: timelines, points: timelinePoints },
    { rule: 'Urgency', question: 'urgency', options: urgencies, points: urgencyPoints },
    { rule: 'Team', question: 'teamSize', options: teamSizes, points: teamPoints },
  ]
  const process = answerTo(answers, 'projectDescription')
  const characters = [...process].length
  const lines: FitLine[] = [
    ...choices.map(({ rule, question, options, points }) => {
      const answer = answerTo(answers, question)
      const known = points[answer]
      return { rule, answer: labelOf(options, answer), points: known ?? null, of: max }
    }),
    {
      rule: 'Process described',
      of: max,
      points: describedPoints(process),
      answer: characters > 0 ? `${characters.toLocaleString('en-US')} characters` : '',
    },
  ]
  const known = lines.flatMap(({ points }) => points ?? [])
  const sum = known.reduce((total, points) => total + points, 0)
  const of = known.length * max
  return { lines, points: sum, of, verdict: verdictOf(known.length, sum, of) }
}

/**
 * Questions about what the answers leave open, in the order of the call. The last three are always
 * included.
 */
export function questionsFor(answers: Answers): string[] {
  const has = (question: string) => answerTo(answers, question) !== ''
  const isSure = has('budget') && answerTo(answers, 'budget') !== 'not-sure'
  const isDated = has('timeline') && answerTo(answers, 'timeline') !== 'flexible'
  const questions: [boolean, string][] = [
    [!isSure, 'What would it be worth if this ran by itself?'],
    [!isDated, 'What has to be done by when, and why then?'],
    [!has('teamSize'), 'How many people do this today?'],
    [!has('currentChallenges'), 'What happens today when it goes wrong?'],
    [!has('goals'), 'How will you tell that it worked?'],
    [answers.hasExistingAI === true, 'What do you automate already?'],
    [true, 'How many items a week, from where to where?'],
    [true, 'Which systems are touched?'],
    [true, 'Who decides, and who else should be in the next call?'],
  ]
  return questions.flatMap(([isOpen, sentence]) => (isOpen ? sentence : []))
}
