import { brand } from '../../../brand.ts'
import type { PrintedRecord } from '../runs/run-scripts.ts'

const workflow = { kind: 'workflow', name: 'workflow' } as const
const person = (name: string) => ({ kind: 'person', name }) as const

export const documentRecord: PrintedRecord = {
  title: `${brand.recordName} for invoice 48117`,
  lines: [
    { at: '8:02:10', text: 'Photographed at the loading dock' },
    { at: '8:02:12', text: '22 fields read, lowest confidence 71%', by: workflow },
    { at: '8:02:13', text: 'Quantity differs from order 9026', by: workflow },
    { at: '8:20:41', text: 'Short delivery confirmed', by: person('T. Brandt') },
    { at: '8:20:42', text: 'Filed with the credit note' },
  ],
}

export const supportRecord: PrintedRecord = {
  title: `${brand.recordName} for email 12604`,
  lines: [
    { at: '7:48:31', text: 'Received in the shared inbox' },
    { at: '7:48:32', text: 'Damaged parcel, order 8812, urgent', by: workflow },
    { at: '7:48:34', text: 'Policy 4.2 leaves a choice: drafted both', by: workflow },
    { at: '9:03:20', text: 'Replacement chosen, draft shortened', by: person('A. Ferreira') },
    { at: '9:03:21', text: 'Sent, and added to the account' },
  ],
}

export const campaignRecord: PrintedRecord = {
  title: `${brand.recordName} for campaign 77`,
  lines: [
    { at: '2:10:00', text: 'Brief received from product marketing' },
    { at: '2:10:44', text: '3 segments, 214 people excluded by rule', by: workflow },
    { at: '2:12:05', text: '3 variants drafted, 1 claim marked', by: workflow },
    { at: '3:31:18', text: 'Claim removed, all three approved', by: person('K. Nakamura') },
    { at: '3:31:19', text: 'Scheduled; results go to one table' },
  ],
}

export const briefRecord: PrintedRecord = {
  title: `${brand.recordName} for brief 46`,
  lines: [
    { at: '2:00:00', text: '9 sources collected, none missing' },
    { at: '2:41:16', text: 'Returns up 12%, all from one depot', by: workflow },
    { at: '2:41:20', text: '318 rows linked; forecast 4% to 9%', by: workflow },
    { at: '7:55:02', text: 'Confirmed: one scanner counted twice', by: person('P. Novak') },
    { at: '8:00:00', text: 'Brief sent to six readers' },
  ],
}

export const fittedRecord: PrintedRecord = {
  title: `${brand.recordName} for release 9`,
  lines: [
    { at: '10:00:00', text: 'Candidate built from your repository' },
    { at: '10:14:27', text: '400 agreed cases run, 11 wrong', by: workflow },
    { at: '10:14:28', text: 'Limit is 12: passes, cases listed', by: workflow },
    { at: '1:40:09', text: '11 read; 2 added to the test set', by: person('L. Haddad') },
    { at: '1:40:10', text: 'Released in your cloud' },
  ],
}

export const approvalRecord: PrintedRecord = {
  title: `${brand.recordName} for request 3052`,
  lines: [
    { at: '11:20:03', text: 'Requested by facilities, $6,400' },
    { at: '11:20:04', text: 'Over the $5,000 limit: to M. Kovac', by: workflow },
    { at: '3:00:00', text: 'Reminded, one hour before the deadline', by: workflow },
    { at: '3:22:47', text: 'Approved for this quarter', by: person('M. Kovac') },
    { at: '3:22:51', text: 'Ordered and recorded, second attempt' },
  ],
}
