import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Größe & Maße für Straßen', 'grosse-masse-fur-strassen'],
  ['København Ærø Ørsted', 'kobenhavn-aero-orsted'],
  ['Łódź i Kraków', 'lodz-i-krakow'],
  ['Þór, đakovo, ĐẶNG, Iğdır, œuvre, GROẞ', 'thor-dakovo-dang-igdir-oeuvre-gross'],
  ['Αθήνα και Θεσσαλονίκη', 'athina-kai-thessaloniki'],
  ['Москва', 'moskva'],
  ['自动化', 'zidonghua'],
  ['サービス', 'sabisu'],
  ['서비스', 'seobiseu'],
  ['خدمات', 'khdmt'],
  ['हिन्दी', 'hindi'],
  ['Ｆｕｌｌ ﬁrm', 'full-firm'],
])('the address of %s is %s', (title, slug) => {
  expect([slugOf(title), slugOf(title.normalize('NFD'))]).toEqual([slug, slug])
})

test.each([
  ['Übung & Ordnung: {firm.name}', 'ubung-ordnung-firm-name'],
  ['What a confidence is for', 'what-a-confidence-is-for'],
  ['It’s 10 %, “more” or less…', 'it-s-10-more-or-less'],
  ['🚀 Launch ✨', 'launch'],
  ['Crème brûlée — ½ price™', 'creme-brulee-1-2-pricetm'],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ['🚀', 'untitled'],
])('the address of %s stays %s', (title, slug) => expect(slugOf(title)).toBe(slug))
