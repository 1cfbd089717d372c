import { answerTask } from '#server/sandbox/answer-task.ts'
import { readCalendar } from './read-calendar.ts'

answerTask(readCalendar)
