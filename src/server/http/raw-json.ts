/**
 * An answer that the database has already written as JSON. It is sent as it is, so its SQL must name
 * exactly what the endpoint promises: reading and writing a page of rows again costs more than
 * finding them.
 */
export class RawJson {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

/** Turns an answer into the text that travels. */
export function serialize(answer: unknown): string {
  return answer instanceof RawJson ? answer.json : JSON.stringify(answer)
}
