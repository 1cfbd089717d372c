import { buffer } from 'node:stream/consumers'
import { type Message, readMessage, writeMessage } from './message.ts'

/** Answers the message of `runInProcess`. An error of `work` ends the process. */
export async function answerMessage(work: (task: Message) => Promise<Message>): Promise<void> {
  process.stdout.write(writeMessage(await work(readMessage(await buffer(process.stdin)))))
}
