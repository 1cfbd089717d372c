import type { Page } from '@playwright/test'
import { pages } from '#features/content/pages/contract.ts'
import { defaultSettings } from '#features/content/resolved-settings/defaults.ts'
import { account } from '#features/identity/account/contract.ts'
import { type RunningProduct, startProduct } from '#test/harness/product.ts'
import { ownerOf, publishSections, settingsOf } from '#test/harness/site-owner.ts'
import { test as base, expect, expectNoOverflow, signIn, takenOver } from './fixtures.ts'

/** A separate product, because what is published here would show up in other tests. */
const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using product = await startProduct()
      await use(product)
    },
    { scope: 'worker' },
  ],
})

// The tests share one site, and each of them publishes.
test.describe.configure({ mode: 'default' })
test.setTimeout(120_000)

const usual = defaultSettings()

const wild =
  `</script></title></style>"'><img src=x onerror=window.ran=1><svg/onload=window.ran=1>` +
  '<script>window.ran=1</script>javascript:window.ran=1 {{7*7}} &lt;b&gt; <!--'

/** Expects that no script ran, and that no typed text became markup. */
async function expectTame(page: Page): Promise<void> {
  await takenOver(page)
  const state = await page.evaluate(() => ({
    ran: (window as { ran?: number }).ran,
    strange: document.querySelectorAll('img[src="x"], [onerror], [onload], a[href^="javascript" i]')
      .length,
    overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  }))
  expect([page.url(), state]).toEqual([page.url(), { ran: undefined, strange: 0, overflow: 0 }])
}

test('script in every text of settings, pages and a profile runs nowhere on the site', async ({
  page,
  product,
}) => {
  const owner = await ownerOf(product, product.url)
  const { revision: profileRevision } = await owner.call(account.profile, {})
  const profile = { displayName: wild.slice(0, 80), title: wild.slice(40, 120), signature: wild }
  await owner.call(account.saveProfile, { revision: profileRevision, ...profile })
  const paths = ['/', '/services/document-processing', '/consultation', '/legal/privacy']
  for (const kind of ['note', 'page', 'legal'] as const) {
    const given = { kind, title: wild.slice(0, 120), summary: wild.slice(0, 300) }
    const body = `# ${wild}\n\n${wild}\n\n[${wild}](javascript:window.ran=1) ![x](x "${wild}")\n`
    const made = await owner.call(pages.create, { ...given, slug: `wild-${kind}`, body })
    const { id, revision } = made
    await owner.call(pages.publish, { id, revision, changeNote: wild })
    paths.push(made.path)
  }
  paths.push('/notes', '/legal/wild-legal/versions', '/no-such-page')
  await publishSections(
    owner,
    settingsOf(usual, (max) => wild.repeat(4).slice(0, max)),
  )
  for (const path of paths) {
    const html = await (await page.request.get(path)).text()
    expect(html.match(/<img src="?x|<svg\/onload|<script>window\.ran/g), path).toBeNull()
  }
  for (const path of ['/', '/consultation', '/notes/wild-note', '/legal/wild-legal/versions']) {
    await page.goto(path)
    await expect(page.locator('body')).toContainText('</script></title>')
    await expectTame(page)
  }
  await signIn(page, '/admin/account')
  await expectTame(page)
  for (const path of ['/admin/site?section=faq', '/admin/site/history']) {
    await page.goto(path)
    await expect(page.locator('main')).toContainText(/\w/)
    await expectTame(page)
  }
})

test('labels of 24 letters fit a window of 320 px, and the longest name the bar of the back-office; links lead to pages, notes and legal texts, and demonstrations are counted', async ({
  page,
  product,
}) => {
  const owner = await ownerOf(product, product.url)
  await page.setViewportSize({ width: 320, height: 640 })
  const label = 'W'.repeat(24)
  const navigation = { ...usual.navigation, consultation: label }
  await publishSections(owner, { ...usual, navigation })
  await page.goto('/')
  await takenOver(page)
  await expect(page.getByRole('banner')).toContainText(label)
  await expectNoOverflow(page)
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeInViewport({ ratio: 1 })

  const name = 'Donaudampfschifffahrtsgesellschaft und Wochenendbeförderung'
  await publishSections(owner, { ...usual, firm: { ...usual.firm, name } })
  await page.setViewportSize({ width: 1440, height: 800 })
  await signIn(page, '/admin/site/history')
  await expect(page.getByRole('region', { name: 'Versions' })).toBeVisible()
  for (const width of [1440, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const found = () =>
      page.evaluate(() => {
        const box = (name: string) => document.querySelector(name)?.getBoundingClientRect()
        const [bar, brand] = [box('.workspace-bar'), box('.workspace-brand')]
        return {
          isWithin:
            (brand?.top ?? -1) >= (bar?.top ?? 0) && (brand?.bottom ?? 0) <= (bar?.bottom ?? 0),
          wide: document.documentElement.scrollWidth,
        }
      })
    await expect.poll(found).toEqual({ isWithin: true, wide: width })
  }
  await publishSections(owner, usual)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin')
  const card = page.getByRole('region', { name: 'Make it yours' })
  await card.getByRole('link', { name: /^Open ?: Read and publish your legal/ }).click()
  await expect(page.getByRole('tab', { name: 'Legal' })).toHaveAttribute('aria-selected', 'true')
  await page.goto('/admin/site/start')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(
    card.getByText('Replace or remove the 6 demo figures and 4 demo').first(),
  ).toBeVisible()
  await page.goto('/admin/site?section=announcement')
  await page.getByLabel('Leads to').selectOption('A page of this site')
  const choices = page.getByLabel('Page', { exact: true })
  for (const [label, path] of [
    ['Careers', '/pages/careers'],
    ['All notes', '/notes'],
    ['What a confidence is for', /^\/notes\/.+/],
    ['Privacy', '/legal/privacy'],
  ] as const) {
    await choices.selectOption({ label })
    await expect(choices).toHaveValue(path)
  }
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Demo content is published' }).click()
  for (const [name, path] of [
    ['6 demo figures', '/admin/site?section=statistics'],
    ['4 demo case studies', '/admin?tab=case-studies'],
    ['5 demo pages', '/admin/pages?kind=page'],
  ] as const) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
  await page.getByRole('checkbox', { name: 'Show demo content' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(
    '6 demo figures, 4 demo case studies, 2 demo notes, 5 demo pages',
  )
})
