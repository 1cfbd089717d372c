import { PortraitField } from '#features/content/media/portrait-field.tsx'
import { ProfileSection } from '#features/identity/account/profile-section.tsx'

/** The profile with its portrait, which is a picture of the content. */
export const ProfilePanel = () => <ProfileSection portraitField={PortraitField} />
