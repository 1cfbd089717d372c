import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
    // The files that a worker runs share its modules: loading them anew took half of the time.
    isolate: false,
    // Each worker loads Drizzle.
    execArgv: ['--import', './src/cli/drizzle-imports.ts'],
    globalSetup: ['test/harness/test-server.ts'],
    setupFiles: ['test/harness/quiet-console.ts', 'test/harness/each-file.ts'],
    maxWorkers: 3,
    // A test that needs it is reported as flaky; `npm test -- --strict` takes none.
    retry: 1,
    // Longer than a busy machine needs; how fast the product is, proofs/bench/ measures.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
