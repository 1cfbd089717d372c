import { parentPort, workerData } from 'node:worker_threads'
import { type CalendarTask, readCalendar } from './read-calendar.ts'

parentPort?.postMessage(readCalendar(workerData as CalendarTask))
