import { parentPort } from 'node:worker_threads'
import { parseMarkdown, TextTooComplex } from './parse-markdown.ts'

const sample =
  '# One\n\nTwo *three* **four** `five` [six](/seven).\n\n- eight\n\n|a|b|\n|-|-|\n|c|d|\n'

// Parsing a sample makes the engine compile the parser, so that the first text takes no longer than
// others.
for (let times = 0; times < 20; times += 1) parseMarkdown(sample)

parentPort?.on('message', (text: string) => {
  const before = process.threadCpuUsage()
  try {
    const tree = parseMarkdown(text)
    const { user, system } = process.threadCpuUsage(before)
    parentPort?.postMessage({ tree, ms: (user + system) / 1000 })
  } catch (error) {
    if (!(error instanceof TextTooComplex || error instanceof RangeError)) throw error
    parentPort?.postMessage({ tree: null, ms: 0 })
  }
})
parentPort?.postMessage('ready')
