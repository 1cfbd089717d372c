/** JSON written by the database, sent unparsed: its SQL must select exactly the output. */
export class RawJson {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

export function serialize(answer: unknown): string {
  return answer instanceof RawJson ? answer.json : JSON.stringify(answer)
}
