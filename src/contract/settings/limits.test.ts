import { expect, test } from 'vitest'
import { SiteSettings } from './document.ts'
import { settingsLimits } from './limits.ts'

type Schema = { _zod: { def: Record<string, unknown> } }

/** Removes transformations and nullability from a schema. */
function core(schema: Schema): Schema {
  const { innerType, in: source } = schema._zod.def
  const inner = (innerType ?? source) as Schema | undefined
  return inner ? core(inner) : schema
}

function* limitsOf(given: Schema, path: string): Generator<[string, number]> {
  const { def } = core(given)._zod
  const max = ((def.checks ?? []) as Schema[]).find(({ _zod }) => _zod.def.check === 'max_length')
  if (max) yield [path, max._zod.def.maximum as number]
  if (def.element) yield* limitsOf(def.element as Schema, `${path}.*`)
  for (const [name, field] of Object.entries((def.shape ?? {}) as Record<string, Schema>))
    yield* limitsOf(field, path ? `${path}.${name}` : name)
}

test('forms show the limits of the contract', () => {
  expect(settingsLimits).toEqual(Object.fromEntries(limitsOf(SiteSettings as never, '')))
})
