// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of sources hold templates.
/**
 * Texts of the specification, character for character, and where each is shown: a file below `src`
 * that contains it. If the text is composed, the files of its parts with what they contain.
 */
export const quotedTexts: readonly [text: string, at: string | Record<string, string>][] = [
  // Public pages
  ['Page Not Found', 'features/site/layout/not-found-page.tsx'],
  ['404 Page Not Found', 'features/site/layout/not-found-page.tsx'],
  ['404 Page Not Found', 'features/site/service-pages/service-page.tsx'],
  ['404 Page Not Found', 'web/ui/unknown-page.tsx'],
  ['Did you forget to add the page to the router?', 'features/site/layout/not-found-page.tsx'],
  ['Get Started', 'features/content/resolved-settings/defaults.ts'],
  ['Watch Demo', 'features/content/resolved-settings/defaults.ts'],
  [
    '+2 more features',
    {
      'features/site/home/services-section.tsx':
        '+{service.features.length - shownFeatures} more features',
    },
  ],
  ['Unable to load services at this time.', 'features/site/home/services-section.tsx'],
  ['Unable to load services at this time.', 'features/site/service-pages/service-page.tsx'],
  ['Unable to load case studies at this time.', 'features/site/home/case-studies-section.tsx'],
  ['Service Not Found', 'features/site/service-pages/service-page.tsx'],
  ['Service Not Found', 'features/site/service-pages/service-words.ts'],
  ['Back to Home', 'features/site/service-pages/service-page.tsx'],
  ['Get Started Today', 'features/site/service-pages/service-page.tsx'],
  ['Key Features', 'features/site/service-pages/service-page.tsx'],
  ['Benefits', 'features/site/service-pages/service-page.tsx'],
  ['Measurable improvements for your business', 'features/site/service-pages/service-page.tsx'],
  [
    'Advanced AI technology for seamless document processing and automation.',
    'features/site/service-pages/service-words.ts',
  ],
  [
    'Advanced AI technology for seamless automation and optimization.',
    'features/site/service-pages/service-words.ts',
  ],
  [' AI Automation Services', 'features/site/service-pages/service-words.ts'],

  // Public forms
  ['Request Free Consultation', 'features/leads/consultation-form/consultation-dialog.tsx'],
  ['Sending...', 'features/leads/consultation-form/consultation-dialog.tsx'],
  ['Cancel', 'features/leads/consultation-form/consultation-dialog.tsx'],
  ['Close', 'features/leads/consultation-form/consultation-dialog.tsx'],
  ['Missing required fields', 'features/leads/consultation-form/consultation-dialog.tsx'],
  [
    'Please fill in all required fields (marked with *).',
    'features/leads/consultation-form/consultation-dialog.tsx',
  ],
  ['Consultation Request Received!', 'features/leads/consultation-form/consultation-received.tsx'],
  ['Consultation Request Received!', 'features/site/layout/sent-page.tsx'],
  [
    'within 24 hours',
    {
      'features/leads/consultation-form/next-steps.tsx':
        'responds within {hoursInWords(replyWithinHours)}',
    },
  ],
  ['Consultation request sent!', 'features/leads/consultation-form/consultation-received.tsx'],
  [
    "We'll contact you within 24 hours to schedule your consultation.",
    {
      'features/leads/consultation-form/consultation-received.tsx':
        "`We'll contact you within ${hoursInWords(replyWithinHours)} to schedule your consultation.`",
      'brand.ts': 'replyWithinHours: 24,',
    },
  ],
  [
    'Error sending consultation request',
    'features/leads/consultation-form/consultation-dialog.tsx',
  ],
  ['Missing required fields', 'features/leads/contact-form/contact-form.tsx'],
  ['Please fill in your name, email, and message.', 'features/leads/contact-form/contact-form.tsx'],
  ['Message sent successfully!', 'features/leads/contact-form/contact-sending.tsx'],
  ['Error sending message', 'features/leads/contact-form/contact-sending.tsx'],
  ['Something went wrong. Please try again.', 'contract/failure.ts'],
  ['Send Another Message', 'features/leads/contact-form/contact-sent.tsx'],
  ['Send Another Message', 'features/site/layout/sent-page.tsx'],

  // Visitor's chat
  [
    'Live chat will be available soon! Our team will respond within minutes during business hours.',
    'features/chat/widget/chat-body.tsx',
  ],
  ['Start Chat', 'features/chat/widget/intro-form.tsx'],
  ['Waiting for an agent to join...', 'features/chat/widget/waiting-banner.tsx'],
  ['Please wait while we connect you with an agent...', 'features/chat/widget/waiting-banner.tsx'],
  ['This chat session has ended.', 'features/chat/widget/chat-body.tsx'],
  ['Start New Chat', 'features/chat/widget/chat-body.tsx'],
  ['9+', 'features/chat/widget/chat-host.tsx'],
  ['An agent has joined the chat', 'features/chat/protocol/constants.ts'],
  ['Agent has disconnected', 'features/chat/protocol/constants.ts'],
  ['Chat session has ended', 'features/chat/protocol/constants.ts'],

  // Console of the chat
  ['Live Chat Management', 'features/chat/console/chat-console-page.tsx'],
  ['Refresh', 'features/chat/console/chat-console-page.tsx'],
  ['Select a chat session', 'features/chat/console/chat-console-page.tsx'],
  [
    'Choose a chat session from the left to start managing conversations',
    'features/chat/console/chat-console-page.tsx',
  ],
  ['No active chat sessions', 'features/chat/console/session-list.tsx'],
  ['No ended chat sessions', 'features/chat/console/closed-list.tsx'],
  ['Anonymous', 'features/chat/console/session-words.ts'],
  ['Unknown Company', 'features/chat/console/session-words.ts'],
  ['Visitor: ', 'features/chat/console/session-words.ts'],
  ['You: ', 'features/chat/console/session-words.ts'],
  [
    'Session 4f1c09ab',
    {
      'features/chat/console/thread-head.tsx':
        'Session <span className="mono">{session.id.slice(-8)}</span>',
    },
  ],
  ['End Chat', 'features/chat/console/thread-head.tsx'],
  ['No messages yet. Start the conversation!', 'features/chat/console/thread.tsx'],
  ['Type your message...', 'features/chat/thread/composer.tsx'],
  ['Session is waiting for your response...', 'features/chat/console/thread.tsx'],
  [
    'This chat session has ended. This chat session has been abandoned.',
    {
      'features/chat/console/thread.tsx':
        "`This chat session has ${session.status === 'ended' ? 'ended' : 'been abandoned'}.`",
    },
  ],

  // Sign-in
  ['Username is required', 'features/identity/sign-in/schemas.ts'],
  ['Password is required', 'features/identity/sign-in/schemas.ts'],
  ['Login Failed', 'features/identity/sign-in/sign-in-steps.tsx'],
  ['Invalid credentials', 'features/identity/sign-in/service.server.ts'],

  // Dashboard
  ['Total Clients', 'features/admin/dashboard/overview-tab.tsx'],
  ['Total Services', 'features/admin/dashboard/overview-tab.tsx'],
  ['Contact Inquiries', 'features/admin/dashboard/overview-tab.tsx'],
  ['Consultations', 'features/admin/dashboard/overview-tab.tsx'],
  ['Case Studies', 'features/admin/dashboard/overview-tab.tsx'],
  ['Recent Activity', 'features/admin/dashboard/overview-tab.tsx'],
  ['No recent activity', 'features/admin/dashboard/overview-tab.tsx'],
  ['google-integrations', 'features/admin/dashboard/dashboard-page.tsx'],
  ['Google Workspace', 'features/admin/dashboard/dashboard-page.tsx'],
  ['Live Chat', 'features/admin/dashboard/dashboard-page.tsx'],
  ['View All Clients', 'features/clients/list/clients-tab.tsx'],
  ['No clients found', 'features/clients/list/clients-tab.tsx'],
  ['Create First Client', 'features/clients/list/clients-tab.tsx'],
  ['No consultation requests found', 'features/leads/lead.ts'],
  ['Active Chats', 'features/chat/alerts/chat-tab.tsx'],
  ['Waiting', 'features/chat/alerts/chat-tab.tsx'],
  ['Today', 'features/chat/alerts/chat-tab.tsx'],
  ['Add Service', 'features/content/services/services-tab.tsx'],
  ['Add Case Study', 'features/content/case-studies/case-studies-tab.tsx'],
  ['Featured', 'features/content/case-studies/case-studies-tab.tsx'],
  ['Standard', 'features/content/case-studies/case-studies-tab.tsx'],
  ['Not provided', 'features/leads/screens/lead-facts.tsx'],
  ['Convert to Client', 'features/leads/screens/convert-dialog.tsx'],

  // Consultations and conversion
  [
    '{n} consultation(s) found',
    {
      'features/leads/screens/consultation-rows.tsx':
        '`${count.toLocaleString()} consultation(s) found',
    },
  ],
  ['+2 more', { 'features/leads/screens/consultation-rows.tsx': '+{more} more' }],
  ['Failed to fetch consultations', 'features/leads/lead.ts'],
  ['Inquiry ID is required', 'features/leads/conversion/schemas.ts'],
  [
    'Failed to convert inquiry, Failed to convert consultation',
    {
      'features/leads/conversion/conversion-fields.tsx':
        '`Failed to convert ${kind.toLowerCase()}`',
    },
  ],
  [
    'Inquiry converted to client successfully, Consultation converted to client successfully',
    {
      'features/leads/screens/convert-dialog.tsx': '`${kind} converted to client successfully`',
    },
  ],
  ['Consultation status updated', 'features/leads/screens/status-select.tsx'],
  ['Failed to update status', 'features/leads/screens/status-select.tsx'],
  ['AI Integration Project', 'features/leads/conversion/conversion-values.ts'],

  // Clients
  ['Add Client', 'features/clients/list/clients-page.tsx'],
  ['Failed to fetch clients', 'features/clients/list/clients-page.tsx'],
  ['Failed to fetch clients', 'features/clients/list/clients-tab.tsx'],
  ['Name is required', 'features/clients/schemas.ts'],
  ['Valid email is required', 'features/clients/schemas.ts'],
  [
    'Failed to create client, Failed to update client',
    {
      'web/editing/record-form.tsx': "`Failed to ${record ? 'update' : 'create'} ${noun}`",
      'features/clients/list/client-form.tsx': "noun: 'client'",
    },
  ],
  [
    'Client created successfully, Client updated successfully',
    {
      'web/editing/record-form.tsx':
        "`${capital(noun)} ${record ? 'updated' : 'created'} successfully`",
      'features/clients/list/client-form.tsx': "noun: 'client'",
    },
  ],
  [
    'Are you sure you want to delete {client}? This action cannot be undone and will also delete all associated projects and documents.',
    {
      'web/editing/delete-dialog.tsx':
        '`Are you sure you want to delete ${name}? ${props.consequence}`',
      'features/clients/list/delete-client.tsx':
        'consequence={`This action cannot be undone and will also delete all associated projects and documents.',
    },
  ],
  [
    'Failed to delete client',
    {
      'web/editing/delete-dialog.tsx': '`Failed to delete ${noun}`',
      'features/clients/list/delete-client.tsx': 'noun="client"',
    },
  ],
  [
    'Client deleted successfully',
    {
      'web/editing/delete-dialog.tsx': '`${capital(noun)} deleted successfully`',
      'features/clients/list/delete-client.tsx': 'noun="client"',
    },
  ],
  [
    'Page X of Y',
    {
      'web/ui/pagination.tsx':
        'Page {page.toLocaleString()} of {Math.max(pages, 1).toLocaleString()}',
    },
  ],
  ['Previous', 'web/ui/pagination.tsx'],
  ['Next', 'web/ui/pagination.tsx'],

  // One client
  ['Loading client details...', 'features/clients/detail/client-page.tsx'],
  ['Client not found', 'features/clients/detail/client-page.tsx'],
  ['Back to Clients', 'features/clients/detail/client-page.tsx'],
  ['Failed to fetch client', 'features/clients/detail/client-page.tsx'],
  ['Edit Client', 'features/clients/detail/client-card.tsx'],
  ['Add Project', 'features/clients/projects/projects-panel.tsx'],
  ['Create New Project', 'features/clients/projects/project-dialog.tsx'],
  ['Title is required', 'features/clients/projects/schemas.ts'],
  ['Failed to fetch project details', 'features/clients/projects/project-card.tsx'],
  [
    'Failed to create project, Failed to update project; Project created successfully, Project updated successfully',
    { 'features/clients/projects/project-dialog.tsx': "noun: 'project'" },
  ],
  [
    'Failed to delete project, Project deleted successfully',
    { 'features/clients/projects/projects-panel.tsx': 'noun="project"' },
  ],
  ['Project Created', 'features/clients/projects/project-dates.ts'],
  ['Project Started', 'features/clients/projects/project-dates.ts'],
  ['Project Completed', 'features/clients/projects/project-dates.ts'],
  ['Project Due', 'features/clients/projects/project-timeline.tsx'],
  ['Note content is required', 'features/clients/notes/schemas.ts'],
  ['Failed to add note', 'features/clients/notes/note-form.tsx'],
  ['Note added successfully', 'features/clients/notes/note-form.tsx'],
  [
    'Failed to delete note, Note deleted successfully',
    {
      'web/editing/undo-deletion.tsx': '`${capital(nounFor(item))} deleted successfully`',
      'features/clients/notes/notes-panel.tsx': "noun: 'note'",
    },
  ],
  [
    'Failed to delete document, Document deleted successfully',
    {
      'web/editing/undo-deletion.tsx': '`Failed to delete ${nounFor(item)}`',
      'features/clients/documents/documents-panel.tsx': "noun: 'document'",
    },
  ],
  ['Failed to fetch documents', 'features/clients/documents/documents-panel.tsx'],
  [
    '{file} uploaded successfully',
    { 'features/clients/documents/use-uploads.ts': '`${originalName} uploaded successfully`' },
  ],
  [
    'Failed to upload {file}: {reason}',
    { 'features/clients/documents/use-uploads.ts': '`Failed to upload ${file.name}: ${reason}`' },
  ],
  ['Unknown error', 'features/clients/documents/use-uploads.ts'],
  ['Upload failed: {status text}', { 'web/api/upload.ts': '`Upload failed: ${statusText}`' }],
  ['Upload failed', 'web/api/upload.ts'],
  ['Upload aborted', 'web/api/upload.ts'],
  ['File too large', 'contract/file-rules.ts'],
  ['Invalid file type', 'contract/file-rules.ts'],

  // Google Workspace
  ['View Dashboard', 'features/google/screens/offered-services.tsx'],
  ['Dashboard active', 'features/google/screens/offered-services.tsx'],
  ['Setting up...', 'features/google/screens/offered-services.tsx'],
  ['Creating...', 'features/google/screens/offered-services.tsx'],
  ['Authentication Failed', 'features/google/screens/use-google-return.ts'],
  [
    'Google authentication was cancelled or failed. Please try again.',
    'features/google/screens/use-google-return.ts',
  ],
  ['Failed to start Google authentication', 'features/google/screens/use-google-return.ts'],
  ["named(name, ' Consultations')", 'features/google/screens/use-set-up.ts'],
  ['Did you forget to add the page to the router?', 'web/ui/unknown-page.tsx'],
  [
    'Failed to complete Google {service} setup',
    { 'features/google/screens/use-set-up.ts': '`Failed to complete Google ${service} setup`' },
  ],
  [
    'Google {Service} integration setup successfully',
    {
      'features/google/screens/use-set-up.ts':
        '`Google ${serviceNames[service]} integration setup successfully`',
    },
  ],

  // Shared
  ["title: 'Success'", 'web/ui/outcome.ts'],
  ["title: 'Error'", 'web/ui/outcome.ts'],
  ['{status}: {body}', { 'web/api/api-error.ts': '`${status}: ${text || statusText}`' }],
]
