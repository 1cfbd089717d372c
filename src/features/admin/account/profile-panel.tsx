import { PortraitField } from '#features/content/media/portrait-field.tsx'
import { ProfileSection } from '#features/identity/account/profile-section.tsx'

/**
 * The profile with its portrait. The portrait field is passed in, because it belongs to the
 * content.
 */
export const ProfilePanel = () => <ProfileSection portraitField={PortraitField} />
