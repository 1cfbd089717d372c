import { type RunningProduct, startProduct } from '../test/product.ts'
import { openSmtpStandIn } from '../test/smtp-stand-in.ts'
import { changingCalls, sendsOnce } from './actions.ts'
import { accountWalks } from './actions-accounts.ts'
import { bookingWalks } from './actions-booking.ts'
import { callWalks } from './actions-calls.ts'
import { inboxWalks } from './actions-inbox.ts'
import { mailWalks } from './actions-mail.ts'
import { recordWalks } from './actions-records.ts'
import { siteWalks } from './actions-site.ts'
import { test as base, expect, expectRefusals, withMotion } from './fixtures.ts'

/** Uses the stand-ins for Google and a mail server, and a proxy, so that each lead can have its own IP address. */
const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using server = await openSmtpStandIn()
      server.script = (step, to) =>
        step === 'recipient' && to.startsWith('refused') ? 550 : 'take'
      const environment = {
        ...{ GOOGLE: 'fake', TRUST_PROXY: '127.0.0.1,::1' },
        ...{ SMTP_URL: server.url, MAIL_FROM: 'site@n.test', MAIL_TO: 'staff@n.test' },
      }
      await using product = await startProduct({ environment })
      await use(product)
    },
    { scope: 'worker' },
  ],
})

test.use(withMotion)

const walks = {
  ...{ ...recordWalks, ...inboxWalks, ...mailWalks, ...siteWalks, ...accountWalks },
  ...{ ...bookingWalks, ...callWalks },
}

/** Calls without a button of their own, and why they cannot be sent twice by one press. */
const withoutButton = {
  'invitations.check': 'changes nothing',
  'dataExchange.previewImport': 'changes nothing; a file is chosen',
  'documents.upload': 'a file is chosen; each choice is one document',
  'inquiries.setStatus':
    'chosen from a list; one choice waits for the other and the last one holds',
  'services.reorder': 'each click is one step further; the whole order is sent',
  'caseStudies.reorder': 'each click is one step further; the whole order is sent',
  'google.confirm': 'follows the return from Google, which is read once',
  'googleSetups.drive': 'follows the return from Google, which is read once',
  'googleSetups.sheets': 'follows the return from Google, which is read once',
  'googleSetups.calendar': 'follows the return from Google, which is read once',
  'googleSetups.gmail': 'follows the return from Google, which is read once',
  'chat.followLink': 'a repeat from the same browser answers the same',
  'incoming.receive': 'mail servers call it',
  'requests.remind': 'a form without script; the second reminder is refused',
  'requests.addDetail': 'a form without script; its key makes one detail of repeats',
  'requests.withdraw': 'a form without script; a repeat changes nothing',
  'requests.disown': 'a form without script; a repeat changes nothing',
  'notifications.read': 'chosen from a menu; a repeat changes nothing',
  'presence.update': 'chosen from a menu, which closes',
  'agenda.offerAnother': 'a repeat sends nothing more',
  'push.subscribe': 'the browser asks first; a known device is not added again',
  'push.test': 'needs a push service; at most three in ten minutes',
  'channels.test': 'needs a receiver; tells what came back',
  'siteSettings.saveDraft': 'saved as one types; a repeat is refused for its revision',
  'siteSettings.discardDraft': 'a repeat is refused for its revision',
  'siteSettings.publish': 'a repeat is refused for its version',
  'siteSettings.restore': 'a repeat is refused for its version',
  'siteSettings.removeVersion': 'a repeat changes nothing',
  'colours.derive': 'stores nothing',
  'checklist.change': 'a repeat changes nothing',
  'demoRecords.remove': 'a repeat finds nothing left',
  'pages.save': 'saved as one types; a repeat is refused for its revision',
  'pages.preview': 'stores nothing',
  'pages.restoreVersion': 'a repeat is refused for its revision',
  'media.upload': 'a file is chosen; each choice is one picture',
  'users.saveProfile': 'a repeat is refused for its revision',
  'siteTransfer.import': 'one import at a time; a repeat finds nothing to change',
  'agenda.create': 'no button; its key makes one of repeats',
  'agenda.reconcile': 'needs an event changed at Google; a repeat is refused, nothing differs then',
  'agenda.reassign': 'a repeat changes nothing; needs a second host',
  'holds.create': 'a form without script; an unused hold ends by itself',
  'holds.extend': 'its button goes with the first press; twice at most',
  'holds.remove': 'no screen yet; a repeat changes nothing',
  'meetings.create': 'a form without script; a repeat answers the same call',
  'meetings.move': 'a form without script; a repeat changes nothing',
  'meetings.cancel': 'a form without script; a repeat changes nothing',
  ...Object.fromEntries(
    [
      'create',
      'update',
      'pause',
      'resume',
      'resumeRestored',
      'retire',
      'remove',
      'pingAddress',
    ].map((name) => [`automations.${name}`, 'no screen yet']),
  ),
  ...{ 'incidents.acknowledge': 'no screen yet', 'incidents.close': 'no screen yet' },
  'pausing.resume': 'after a restore only; a repeat changes nothing',
  'hosts.check': 'no button yet; whoever asks at once shares the answer',
  'mailFiles.upload': 'a file is chosen; each choice is one file',
}

test('every call that changes something is walked through here or has no button', async ({
  page,
}) => {
  const walked = Object.values(walks).flatMap(({ calls }) => calls)
  const all = [...(await changingCalls(page)).keys()]
  expect([...new Set([...walked, ...Object.keys(withoutButton)])].sort()).toEqual(all.sort())
})

for (const [title, { calls, walk }] of Object.entries(walks)) {
  test(`${title}: a double click or a held Enter sends one request`, async ({ page, quiet }) => {
    test.slow()
    const sent = new Set<string>()
    await walk(page, async (call, button, outcome) => {
      await sendsOnce(page, call, button, outcome)
      sent.add(call)
    })
    expect([...sent].sort()).toEqual([...calls].sort())
    expectRefusals(quiet)
  })
}
