import type { Change, Problem } from './contract.ts'

const maxProblems = 50
const maxFields = 50

/** The changes that an import would make, and its problems. */
export class Findings {
  readonly changes: Change[] = []
  readonly blockers: Problem[]
  readonly others: Problem[] = []

  constructor(blockers: readonly Problem[]) {
    this.blockers = [...blockers]
  }

  change(kind: Change['kind'], act: Change['act'], name: string, fields: string[] = []): void {
    this.changes.push({ kind, act, name, fields: fields.slice(0, maxFields) })
  }

  block(path: string, message: string): void {
    this.blockers.push({ path, level: 'blocker', message })
  }

  get hasEnough(): boolean {
    return this.blockers.length >= maxProblems
  }

  get problems(): Problem[] {
    return [...this.blockers, ...this.others].slice(0, maxProblems)
  }
}
