import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { billOfMaterials, licenseTexts } from './sbom.ts'

test('the bill of materials names the product and every package that it ships', () => {
  const { metadata, components } = billOfMaterials()
  expect(metadata.component).toMatchObject({ type: 'application', name: 'counterfoil' })
  const listed = new Set(components.map(({ name }) => name))
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys(dependencies).filter((name) => !listed.has(name))).toEqual([])
  // Packages for development need this one too, so npm's own list left it out.
  expect(
    ['react', 'react-dom', 'react-router', 'busboy'].filter((name) => !listed.has(name)),
  ).toEqual([])
  expect(listed.has('vitest'), 'packages for development').toBe(false)
  const npm = components.filter(({ purl }) => purl.startsWith('pkg:npm/'))
  expect(npm.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(
    licenseTexts()
      .map((text) => text.split('\n', 1)[0])
      .sort(),
  )
  expect(npm.every(({ licenses }) => licenses.length === 1)).toBe(true)
})
