/**
 * A response that the database has already written as JSON. It is sent unparsed, so its SQL must
 * select exactly the endpoint's output: parsing and writing a page of rows again costs more than
 * finding them.
 */
export class RawJson {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

export function serialize(answer: unknown): string {
  return answer instanceof RawJson ? answer.json : JSON.stringify(answer)
}
