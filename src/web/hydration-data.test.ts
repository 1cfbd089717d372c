import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'
import { expect, test } from 'vitest'
import { withoutData } from '../server/render/hydration-data.ts'
import { toStream } from './hydration-data.ts'

const context = 'window.__reactRouterContext'
const codeWith = (chunk: string) =>
  `${context} = {"future":{"a":false,"b":false},"ssr":true};${context}.stream = new ReadableStream({start(c){${context}.streamController = c;}}).pipeThrough(new TextEncoderStream());${context}.streamController.enqueue(${JSON.stringify(chunk)});${context}.streamController.close();import "/a.js"`

const read = async (stream: string) => {
  const { body } = new Response(stream)
  return body && (await decode(body, globalThis as never)).value
}

const data = {
  loaderData: {
    root: { text: '"); </script>\n\u2028', list: [1, [], {}, null, true, 'x', 'x'], n: -1 },
  },
  actionData: null,
  __proto__x: { 5: 'five', '': 0 },
}

test('data of loaders leave the code as plain JSON and come back as they were', async () => {
  const taken = withoutData(codeWith(toStream(data)))
  const { actionData: _, ...sent } = data
  expect(taken).toEqual({
    code: `${context} = {"future":{},"ssr":true};import "/a.js"`,
    data: sent,
  })
  expect(await read(toStream(taken?.data))).toEqual(sent)
})

test.each([
  ['a date', '[["D",1]]\n'],
  ['an infinity', '[[-6]]\n'],
  ['a missing part', '[{"_1":9},"a"]\n'],
])('what JSON has not stays in the code: %s', (_, chunk) => {
  expect(withoutData(codeWith(chunk))).toBeUndefined()
})

test('other code stays', () => {
  expect(withoutData('import "/a.js"')).toBeUndefined()
})
