/** JSON that the database wrote, sent without parsing. Its SQL must select exactly the output. */
export class RawJson {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

export function serialize(answer: unknown): string {
  return answer instanceof RawJson ? answer.json : JSON.stringify(answer)
}
