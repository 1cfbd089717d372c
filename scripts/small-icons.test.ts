import { expect, test } from 'vitest'
import { withoutKeys } from './small-icons.ts'

test('an icon is left its shape', () => {
  const code = `const __iconData = {
  name: "x",
  size: 24,
  node: [
    ["circle", { cx: "12", r: "10", key: "1mglay" }],
    ["path", { d: "m6 6 12 12", key: "d8bk6v" }]
  ],
  aliases: ["cross"]
};
__iconData.node;
const X = createLucideIcon(__iconData);
`
  expect(withoutKeys(code)).toBe(`const __iconData = {
  node: [
    ["circle", { cx: "12", r: "10" }],
    ["path", { d: "m6 6 12 12" }]
  ],
};
const X = createLucideIcon(__iconData);
`)
})
