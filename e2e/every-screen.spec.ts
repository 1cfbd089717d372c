import type { Page } from '@playwright/test'
import {
  longWord,
  plainScreens,
  publicScreens,
  recordScreens,
  type Screen,
  settingsScreens,
  show,
  test,
} from './every-screen.ts'
import { expect, expectAccessible, signIn } from './fixtures.ts'

// All tests run in one worker, so that the product is filled only once.
test.describe.configure({ mode: 'default' })

/** How far a page overflows its window and extends below its last line. */
function excess(page: Page) {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth, scrollHeight, clientHeight } = document.documentElement
    const widest = [...document.querySelectorAll('body *')]
      .filter((element) => {
        if (element.closest('.table-region, .tab-scroller, .sr-only, svg, .truncate *'))
          return false
        return element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1
      })
      .slice(0, 3)
      .map(({ outerHTML }) => outerHTML.slice(0, 120))
    const end = Math.max(
      clientHeight,
      Math.ceil(document.body.getBoundingClientRect().bottom + scrollY),
    )
    return {
      wider: Math.max(0, scrollWidth - clientWidth),
      widest,
      longer: Math.max(0, scrollHeight - end - 1),
    }
  })
}

/**
 * Finds controls whose name omits their visible text, fields without id and name, text without a
 * direction, and first rows hidden under the header of their table.
 */
function faultsOf(page: Page) {
  return page.evaluate(
    (typed) => {
      const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
      const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
      const describeElement = (element: Element) =>
        element.outerHTML.replace(/\s+/g, ' ').slice(0, 170)

      function textOn(control: Element): string {
        const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
        const parts: string[] = []
        while (walker.nextNode()) {
          const parent = walker.currentNode.parentElement
          const hidden =
            !parent || !visible(parent) || parent.closest('.sr-only, svg, [aria-hidden="true"]')
          if (!hidden) parts.push(walker.currentNode.textContent ?? '')
        }
        return plain(parts.join(' '))
      }
      function nameOf(control: Element): string {
        const ids = control.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
        const labels = ids.map((id) => document.getElementById(id)?.textContent ?? '')
        return plain(labels.join(' ') || (control.getAttribute('aria-label') ?? ''))
      }
      const pressable =
        'button, a, summary, [role=button], [role=tab], [role=menuitem], [role=option]'
      const named = [...document.querySelectorAll(pressable)].filter(
        (control) => visible(control) && control.matches('[aria-label], [aria-labelledby]'),
      )
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      const free = fields.filter(
        (field) => /^text|search/.test(field.type) && !field.closest('.sr-only, [hidden]'),
      )
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const directionless: Element[] = []
      while (walker.nextNode()) {
        const { textContent, parentElement } = walker.currentNode
        if (!parentElement || !textContent?.includes(typed) || textContent.includes('@')) continue
        // Content of the public site has a fixed language.
        if (parentElement.closest('.sr-only, option, script, textarea, #content:not(.wrap-admin)'))
          continue
        if (!visible(parentElement)) continue
        if (!parentElement.closest('[dir=auto], bdi')) directionless.push(parentElement)
      }
      const isUnderHead = ({ tHead, tBodies: [body] }: HTMLTableElement) => {
        const [head, row] = [tHead?.rows[0]?.cells[0], body?.rows[0]?.cells[0]]
        if (!head || !row || !visible(row) || scrollY > 0) return false
        return head.getBoundingClientRect().bottom > row.getBoundingClientRect().top + 1
      }
      return {
        covered: [...document.querySelectorAll('table')].filter(isUnderHead).map(describeElement),
        misnamed: named.filter((one) => !nameOf(one).includes(textOn(one))).map(describeElement),
        nameless: fields.filter(({ id, name }) => !id && !name).map(describeElement),
        directionless: [...free.filter(({ dir }) => dir !== 'auto'), ...directionless].map(
          describeElement,
        ),
      }
    },
    longWord.slice(0, 45),
  )
}

/** Selector of the open dialog or menu, or else of the main part of the page. */
async function partOf(page: Page, { part }: Screen): Promise<string> {
  const layer = '[role=dialog], [role=menu]'
  return part ?? ((await page.locator(layer).count()) > 0 ? layer : 'main')
}

/**
 * Opens every screen once and checks it at 320 and 1280 pixels and for accessibility in both
 * themes.
 */
async function walk(page: Page, screens: Screen[]): Promise<void> {
  const misplaced: object[] = []
  const inaccessible: string[] = []
  const faults = {
    misnamed: new Set(),
    nameless: new Set(),
    directionless: new Set(),
    covered: new Set(),
  }
  for (const screen of screens) {
    await page.setViewportSize({ width: 320, height: 844 })
    const isLoaded = await show(page, screen)
    for (const width of [320, 1280]) {
      if (width === 1280) await page.setViewportSize({ width, height: 720 })
      let found = await excess(page)
      const isOver = () => found.wider > 0 || found.longer > 0 || found.widest.length > 0
      // Charts adapt to a new width only in the next frame.
      for (let frames = 0; isOver() && frames < 10; frames++) {
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
        found = await excess(page)
      }
      if (isOver()) misplaced.push({ screen: screen.name, width, ...found })
    }
    let controls = await faultsOf(page)
    if (controls.directionless.length > 0) {
      // A list of cards becomes a table once the new width is known.
      const isRendered = expect.poll(
        async () => {
          controls = await faultsOf(page)
          return controls.directionless
        },
        { timeout: 2_000 },
      )
      await isRendered.toEqual([]).catch(() => {})
    }
    for (const [kind, set] of Object.entries(faults)) {
      for (const one of controls[kind as keyof typeof controls]) set.add(`${screen.name}: ${one}`)
    }
    if (screen.withoutScript) continue
    const isWhole = isLoaded || screen === screens[0]
    const part = isWhole ? 'html' : await partOf(page, screen)
    await expectAccessible(page, part).catch(({ message }: Error) => {
      inaccessible.push(`${screen.name}: ${message}`)
    })
  }
  expect.soft(misplaced, 'nothing is wider than the window or below the last line').toEqual([])
  expect.soft(inaccessible, 'axe finds nothing').toEqual([])
  expect.soft([...faults.misnamed], 'a name contains what is shown').toEqual([])
  expect.soft([...faults.nameless], 'every field has an id or a name').toEqual([])
  expect.soft([...faults.covered], 'no head covers the first row of its table').toEqual([])
  expect.soft([...faults.directionless], 'typed text runs in its own direction').toEqual([])
}

test('public pages hold a word of 80 letters; controls are called what they show, fields have an id or name, and text runs in its own direction', async ({
  page,
  filled,
  quiet,
}) => {
  expect(filled.clientId).toBeTruthy()
  await walk(page, publicScreens)
  quiet.splice(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('public pages hold a word of 80 letters; controls are called what they show, fields have an id or name, and text runs in its own direction', async ({
    page,
    filled,
    quiet,
  }) => {
    expect(filled.clientId).toBeTruthy()
    await walk(page, plainScreens)
    quiet.splice(0)
  })
})

for (const [part, screens] of [
  ['records', recordScreens],
  ['settings', settingsScreens],
] as const) {
  test(`${part} hold a word of 80 letters and never scroll past their end; controls are called what they show, fields have an id or name, and text runs in its own direction`, async ({
    page,
    filled,
    quiet,
  }) => {
    await signIn(page)
    await walk(page, screens(filled))
    quiet.splice(0)
  })
}
