import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.ts'
import { scratchRoot } from './test/harness/scratch-root.ts'

const executablePath = findChromium()
// Inherited by the workers, which start the products.
process.env.TEST_DATA_ROOT ??= scratchRoot

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A test that needs one is reported as flaky; `npm test -- --strict` takes none.
  retries: 2,
  workers: 2,
  timeout: 120_000,
  // A busy machine answers late; how fast the product is, proofs/bench/ measures.
  expect: { timeout: 15_000 },
  reporter: 'list',
  projects: [
    {
      name: 'chromium',
      use: {
        browserName: 'chromium',
        locale: 'en-US',
        screenshot: 'only-on-failure',
        // Clicks wait until what moves has come to rest; files that test with motion say so.
        contextOptions: { reducedMotion: 'reduce' },
        // Recording every step costs a third of the run: `playwright test --trace on` when needed.
        launchOptions: {
          ...(executablePath && { executablePath }),
          args: [
            ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
            '--disable-gpu',
            // Pages live for seconds here, too short for optimising compilers, helper threads and a
            // GPU process: 16 tests took a quarter less processor time without them.
            '--js-flags=--no-opt --no-maglev --single-threaded --max-lazy',
            '--in-process-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            // Text as wide as its design says, in the headless shell too.
            '--font-render-hinting=none',
          ],
        },
      },
    },
  ],
})
