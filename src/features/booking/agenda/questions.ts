/** The answers in the long form; blank values count as unanswered. */
export type Answers = Partial<Record<string, unknown>>

export function answerTo(answers: Answers, question: string): string {
  const answer = answers[question]
  return typeof answer === 'string' ? answer.trim() : ''
}

/** Always asked, because no form asks for it. */
const always = [
  'How many items a week, from where to where?',
  'Which systems are touched?',
  'Who decides, and who else should be in the next call?',
]

const maxOpen = 2

/** The first questions that the answers leave open, in the order of the call, and three others. */
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
  ]
  const open = questions.flatMap(([isOpen, sentence]) => (isOpen ? sentence : []))
  return [...open.filter((_, at) => at < maxOpen), ...always]
}
