import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
    // Each test file loads Drizzle in a process of its own.
    execArgv: ['--import', './scripts/drizzle-imports.ts'],
    globalSetup: ['test/test-server.ts'],
    setupFiles: ['test/quiet-console.ts'],
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
