import { useSearchParams } from 'react-router'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import './leads.css'
import { inquiryView } from './inquiry-rows.tsx'
import { LeadList } from './lead-list.tsx'
import { Quarantine } from './quarantine.tsx'
import { useLeadCount } from './use-leads.ts'

export function InquiriesTab() {
  const [parameters, setParameters] = useSearchParams()
  const folder = parameters.get('quarantined') === 'true' ? 'spam' : 'inbox'
  const spam = useLeadCount({ quarantined: 'true' }).data?.total
  function choose(next: string) {
    setParameters(
      { tab: 'inquiries', ...(next === 'spam' && { quarantined: 'true' }) },
      { preventScrollReset: true },
    )
  }
  return (
    <Tabs value={folder} onValueChange={choose} asChild>
      <section className="panel panel-cut" aria-labelledby="inquiries-heading">
        <div className="panel-heading inquiries-heading">
          <h2 id="inquiries-heading" tabIndex={-1}>
            Inquiries
          </h2>
          <div className="inquiries-folders">
            <TabList label="Inquiries">
              <Tab value="inbox">Inbox</Tab>
              <Tab value="spam">{spam ? `Spam (${spam.toLocaleString()})` : 'Spam'}</Tab>
            </TabList>
          </div>
        </div>
        <TabPanel value={folder} className="pt-0!">
          {folder === 'spam' ? <Quarantine /> : <LeadList view={inquiryView} />}
        </TabPanel>
      </section>
    </Tabs>
  )
}
