import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyLink } from '#web/ui/copy-link.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Automation } from '../register/contract.ts'
import { CodeBox } from './code-box.tsx'

/** The address and how to call it from what runs the automation. Only admins have it. */
export function AddressPanel({ automation }: { automation: Automation }) {
  const { pingUrl, snippets, oldAddressUntil } = automation
  const [first] = snippets
  const [shown, setShown] = useState(first?.id ?? '')
  if (!pingUrl) return null
  return (
    <section className="panel" aria-labelledby="address-heading">
      <h2 id="address-heading" className="panel-heading">
        Address
      </h2>
      <div className="grid grid-cols-1 gap-4 p-5">
        <CopyLink
          label="Call this when it has run"
          hint="Add /start when it begins and /fail when it fails. Keep it secret: whoever has it can report."
          link={pingUrl}
        />
        {oldAddressUntil && (
          <p className="small text-ink-2">
            The former address works until <Time value={oldAddressUntil} format="datetime" />.
          </p>
        )}
        <Tabs value={shown} onValueChange={setShown}>
          <TabList label="How to report from">
            {snippets.map(({ id, title }) => (
              <Tab key={id} value={id}>
                {title}
              </Tab>
            ))}
          </TabList>
          {snippets.map(({ id, title, text }) => (
            <TabPanel key={id} value={id}>
              <CodeBox label={`${title} code`}>{text}</CodeBox>
              <Button className="mt-3" onClick={() => copyText(text, `${title} copied`)}>
                Copy Code
              </Button>
            </TabPanel>
          ))}
        </Tabs>
      </div>
    </section>
  )
}
