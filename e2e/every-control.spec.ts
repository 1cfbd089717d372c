import type { Page } from '@playwright/test'
import {
  adminScreens,
  longWord,
  plainScreens,
  publicScreens,
  type Screen,
  show,
  test,
} from './every-screen.ts'
import { expect, signIn } from './fixtures.ts'

/**
 * Controls whose name omits their visible text, fields without id and name, text without a
 * direction.
 */
function faultsOf(page: Page) {
  return page.evaluate(
    (typed) => {
      const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
      const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
      const tell = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 170)

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
      return {
        misnamed: named.filter((one) => !nameOf(one).includes(textOn(one))).map(tell),
        nameless: fields.filter(({ id, name }) => !id && !name).map(tell),
        directionless: [...free.filter(({ dir }) => dir !== 'auto'), ...directionless].map(tell),
      }
    },
    longWord.slice(0, 45),
  )
}

async function walk(page: Page, screens: Screen[]): Promise<void> {
  const faults = { misnamed: new Set(), nameless: new Set(), directionless: new Set() }
  for (const screen of screens) {
    await show(page, screen)
    const found = await faultsOf(page)
    for (const [kind, set] of Object.entries(faults)) {
      for (const one of found[kind as keyof typeof found]) set.add(`${screen.name}: ${one}`)
    }
  }
  expect.soft([...faults.misnamed], 'a name contains what is shown').toEqual([])
  expect.soft([...faults.nameless], 'every field has an id or a name').toEqual([])
  expect.soft([...faults.directionless], 'typed text runs in its own direction').toEqual([])
}

test('on public pages controls are called what they show, fields have an id or name, and text runs in its own direction', async ({
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
  test('controls are called what they show, fields have an id or name, and text runs in its own direction', async ({
    page,
    filled,
    quiet,
  }) => {
    expect(filled.clientId).toBeTruthy()
    await walk(page, plainScreens)
    quiet.splice(0)
  })
})

test('in the back-office controls are called what they show, fields have an id or name, and text runs in its own direction', async ({
  page,
  filled,
  quiet,
}) => {
  test.setTimeout(150_000)
  await signIn(page)
  await walk(page, adminScreens(filled))
  quiet.splice(0)
})
