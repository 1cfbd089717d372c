/**
 * Draws public/social/*.png and public/icon-*.png from the built site. Run it by hand after a
 * change of the brand, the services or the drawings: `react-router build && node --import
 * ./src/cli/drizzle-imports.ts scripts/make-social-images.ts`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright'
import { socialHeight, socialWidth } from '#contract/settings/look.ts'
import { seedServices } from '#features/content/services/seed.server.ts'
import { startProduct } from '#test/harness/product.ts'
import { brand } from '../src/brand.ts'
import { findChromium } from './find-chromium.ts'

const publicFolder = new URL('../public/', import.meta.url)

/**
 * The card is a page of the site with a different layout, so it has the site's design tokens and
 * fonts.
 */
const cardStyles = `
  body { margin: 0; overflow: hidden; }
  .card { position: fixed; inset: 0; z-index: 99; display: grid; grid-template-rows: 1fr auto;
    background: var(--bg); color: var(--ink); }
  .card-words { padding: 52px 64px 34px; display: grid; align-content: space-between; gap: 24px; }
  .card-logo { display: flex; gap: 14px; align-items: center; font: 600 30px var(--face-display);
    letter-spacing: -.015em; }
  .card-logo svg { width: 40px; height: 40px; }
  .card h1 { margin: 0; font: 600 68px/1.04 var(--face-display); letter-spacing: -.024em; }
  .card:has([viewBox='0 0 1120 152']) h1 { max-width: 11em; font-size: 84px; }
  .card p { margin: 14px 0 0; max-width: 34em; font: 400 26px/1.35 var(--face-text);
    color: var(--ink-2); text-wrap: balance; }
  .card-band { --ground: var(--ledger); padding: 36px 64px 38px; background: var(--ledger);
    border-block-start: 1px solid var(--rule); }
  .card-band svg { display: block; width: 100%; height: auto; overflow: visible; }
`

type Card = { file: string; path: string; title: string; line: string }

async function drawCard(page: Page, card: Card): Promise<void> {
  await page.goto(card.path)
  await page.addStyleTag({ content: cardStyles })
  await page.evaluate(({ title, line }) => {
    const make = (tag: string, className: string, ...children: (Node | string)[]) => {
      const element = document.createElement(tag)
      element.className = className
      element.append(...children)
      return element
    }
    const copyOf = (selector: string) => {
      const found = document.querySelector(selector)
      if (!found) throw new Error(`no ${selector} on this page`)
      return found.cloneNode(true)
    }
    const logo = make('div', 'card-logo', copyOf('.logo svg'), copyOf('.logo-word'))
    const heading = make('div', '', make('h1', '', title), make('p', '', line))
    const band = make('div', 'card-band', copyOf('.journey-drawing'))
    document.body.append(make('div', 'card', make('div', 'card-words', logo, heading), band))
    return document.fonts.ready.then(() => undefined)
  }, card)
  await page.screenshot({ path: new URL(`social/${card.file}.png`, publicFolder).pathname })
}

async function drawIcons(browser: Browser): Promise<void> {
  const drawing = readFileSync(new URL('favicon.svg', publicFolder), 'utf8')
  const icons = [
    { file: 'icon-192.png', size: 192, share: 0.9, ground: 'transparent' },
    { file: 'icon-512.png', size: 512, share: 0.9, ground: 'transparent' },
    // A maskable icon may be cropped to the middle four fifths.
    { file: 'icon-maskable-512.png', size: 512, share: 0.56, ground: '#f8fbf9' },
  ]
  for (const { file, size, share, ground } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<style>body{margin:0;height:100vh;display:grid;place-items:center;
      background:${ground}}svg{width:${share * 100}%}</style>${drawing}`)
    const image = await page.screenshot({ omitBackground: true })
    writeFileSync(new URL(file, publicFolder), image)
    await page.close()
  }
}

const cards: Card[] = [
  {
    file: 'home',
    path: '/',
    title: brand.tagline,
    line: 'AI and workflow automation for companies that run on documents.',
  },
  ...seedServices.map(({ slug, title, description }) => ({
    file: slug,
    path: `/services/${slug}`,
    title,
    line: description,
  })),
]

mkdirSync(new URL('social/', publicFolder), { recursive: true })
await using product = await startProduct()
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
})
const page = await browser.newPage({
  baseURL: product.url,
  viewport: { width: socialWidth, height: socialHeight },
  reducedMotion: 'reduce',
  bypassCSP: true,
})
for (const card of cards) await drawCard(page, card)
await drawIcons(browser)
await browser.close()
