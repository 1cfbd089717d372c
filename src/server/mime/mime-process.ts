import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { htmlOf, parse } from './parse.ts'
import type { MimeAnswer } from './parse-mail.ts'

// This program reads one mail from its input, sends what it found, writes the attachments to its
// output, and stays until the product ends it.
process.once('disconnect', () => process.exit())
const [, , wanted, ours = ''] = process.argv

function answer(given: MimeAnswer) {
  // The process is killed before it would write the cache by itself.
  flushCompileCache()
  return new Promise((resolve) => process.send?.(given, undefined, undefined, resolve))
}

try {
  const raw = await buffer(process.stdin)
  if (wanted === 'html') await answer({ html: await htmlOf(raw) })
  else {
    const { contents, contentSha256, ...mail } = await parse(raw, JSON.parse(ours))
    await answer({ mail, contentSha256: Buffer.from(contentSha256).toString('hex') })
    for (const content of contents) {
      if (!process.stdout.write(content)) await once(process.stdout, 'drain')
    }
  }
} catch (error) {
  await answer({ failure: error instanceof Error ? error.message : '' })
}
