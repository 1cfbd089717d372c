import { type RunningProduct, startProduct } from '../test/product.ts'
import { changingCalls, sendsOnce } from './actions.ts'
import { accountWalks } from './actions-accounts.ts'
import { recordWalks } from './actions-records.ts'
import { siteWalks } from './actions-site.ts'
import { test as base, expect, expectRefusals } from './fixtures.ts'

/** Uses the stand-in for Google and a proxy, so that each lead can have its own IP address. */
const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const environment = { GOOGLE: 'fake', TRUST_PROXY: '127.0.0.1,::1' }
      await using product = await startProduct({ environment })
      await use(product)
    },
    { scope: 'worker' },
  ],
})

const walks = { ...recordWalks, ...siteWalks, ...accountWalks }

/** Calls without a button of their own, and why they cannot be sent twice by one press. */
const withoutButton = {
  'invitations.check': 'changes nothing',
  'dataExchange.previewImport': 'changes nothing; a file is chosen',
  'documents.upload': 'a file is chosen; each choice is one document',
  'inquiries.setStatus':
    'chosen from a list; one choice waits for the other and the last one holds',
  'services.reorder': 'each click is one step further; the whole order is sent',
  'caseStudies.reorder': 'each click is one step further; the whole order is sent',
  'google.confirm': 'follows the return from Google, which is read once',
  'googleSetups.drive': 'follows the return from Google, which is read once',
  'googleSetups.sheets': 'follows the return from Google, which is read once',
  'googleSetups.calendar': 'follows the return from Google, which is read once',
  'googleSetups.gmail': 'follows the return from Google, which is read once',
  'selfCheck.upload': 'the product calls it itself',
}

test('every call that changes something is walked through here or has no button', async ({
  page,
}) => {
  const known = Object.values(walks).flatMap(({ calls }) => calls)
  const all = [...(await changingCalls(page)).keys()]
  expect([...new Set([...known, ...Object.keys(withoutButton)])].sort()).toEqual(all.sort())
})

for (const [title, { calls, walk }] of Object.entries(walks)) {
  test(`${title}: a double click or a held Enter sends one request`, async ({ page, quiet }) => {
    test.slow()
    const sent = new Set<string>()
    await walk(page, async (call, button, outcome) => {
      await sendsOnce(page, call, button, outcome)
      sent.add(call)
    })
    expect([...sent].sort()).toEqual([...calls].sort())
    expectRefusals(quiet)
  })
}
