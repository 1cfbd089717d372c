import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Vitest starts the largest files first; what starts products takes long however small it is. */
class ProductsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isProduct = ({ moduleId }: TestSpecification) => moduleId.includes('/test/product/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isProduct), ...sorted.filter((file) => !isProduct(file))]
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
    // The files that a worker runs share its modules: loading them anew took half of the time.
    isolate: false,
    // Each worker loads Drizzle.
    execArgv: ['--import', './src/cli/drizzle-imports.ts'],
    globalSetup: ['test/harness/test-server.ts'],
    setupFiles: ['test/harness/quiet-console.ts', 'test/harness/each-file.ts'],
    sequence: { sequencer: ProductsFirst },
    // Twice the cores of CI, because tests often wait.
    maxWorkers: 4,
    // A test that needs it is reported as flaky; `npm test -- --strict` takes none.
    retry: 1,
    // Longer than a busy machine needs; how fast the product is, proofs/bench/ measures.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
