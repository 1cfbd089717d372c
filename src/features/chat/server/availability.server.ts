import type { Dependencies } from '../../../server/context.ts'
import type { Participant } from './participant.server.ts'
import { write } from './participant.server.ts'
import { countAgents } from './presence-store.server.ts'

const frames = {
  yes: write({ type: 'availability', available: true }),
  no: write({ type: 'availability', available: false }),
}

export class Availability {
  #db: Dependencies['db']
  #callers: Iterable<Participant>
  #frame = frames.no
  #looking: Promise<void> = Promise.resolve()

  constructor(db: Dependencies['db'], callers: Iterable<Participant>) {
    this.#db = db
    this.#callers = callers
  }

  greet(connection: Participant): void {
    connection.say(this.#frame)
  }

  /** Checks one at a time, and broadcasts a change to everyone but agents. */
  look(): Promise<void> {
    this.#looking = this.#looking.catch(() => {}).then(() => this.#look())
    return this.#looking
  }

  async #look(): Promise<void> {
    const frame = (await countAgents(this.#db)) > 0 ? frames.yes : frames.no
    if (frame === this.#frame) return
    this.#frame = frame
    for (const connection of this.#callers)
      if (connection.state?.role !== 'admin') connection.say(frame)
  }
}
