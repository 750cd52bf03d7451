export {
  AccountExport,
  CloseAccountRequest,
  OwnInterestParams,
  OwnInterests,
  OwnSessionParams,
  OwnSessions,
  PasswordAsks,
  RecoveryCodeCount,
  RecoveryCodeRequest,
  RecoveryCodes,
} from './account.ts';
export {
  type AdminArticle,
  AdminArticles,
  ArticleMistakes,
  ArticleParams,
  ArticlePicture,
  ArticlePreviewRequest,
  ArticleRenameRequest,
  ArticleRequest,
  ArticleSaved,
  ArticleText,
  ArticleVersionParams,
  ArticleVersions,
} from './admin-articles.ts';
export {
  AdminFacts,
  FactsErrorBody,
  FactsRequest,
  FactsVersionParams,
  FactsVersions,
  MissingFacts,
  PreviewForm,
  PreviewRequest,
} from './admin-facts.ts';
export {
  type ArticleReader,
  articleInLanguages,
  articleList,
  articleSummary,
  readerOf,
} from './article-views.ts';
export {
  Article,
  type ArticleBlock,
  type ArticleDrawing,
  ArticleFile,
  ArticleInLanguages,
  ArticleList,
  type ArticleSection,
  ArticleSummary,
  articleCategories,
  articleCovers,
  type Finding,
  type Span,
} from './articles.ts';
export {
  AcsBody,
  AnyJson,
  AuthorizeQuery,
  CallbackQuery,
  ChallengeBody,
  EnrollBody,
  FactorVerifyBody,
  OtpBody,
  PasskeyBody,
  PasskeyOptionsBody,
  PasskeyVerifyBody,
  PostedCallback,
  RecoverBody,
  RecoveryCodesBody,
  RecoveryCodeVerifyBody,
  RedirectQuery,
  ResendBody,
  SignUpBody,
  SsoBody,
  TokenBody,
  UserBody,
  VerifyBody,
  VerifyQuery,
} from './auth.ts';
export {
  AddedPasskeyResponse,
  ChallengeResponse,
  EmptyResponse,
  EnrollResponse,
  FactorResponse,
  GrantedSessionResponse,
  HealthResponse,
  IdentityResponse,
  KeysResponse,
  MadeRecoveryCodes,
  PasskeyOptionsResponse,
  PasskeyResponse,
  PasskeysResponse,
  RecoveryCodesStatus,
  RemoveFactorResponse,
  SettingsResponse,
  SignUpResponse,
  UrlResponse,
  UserResponse,
  VerifyResponse,
} from './auth-responses.ts';
export { claimNumber } from './claim-number.ts';
export { ClientErrors, ClientErrorsQuery } from './client-errors.ts';
export {
  ConsentNumberParams,
  ConsentProof,
  shownPolicyVersion,
} from './consent-proof.ts';
export {
  EbookStatistics,
  EbookVersions,
  PublicEbook,
  RestoredEbook,
  SetupDone,
  SetupRequest,
  SetupState,
  UploadedEbook,
} from './ebook.ts';
export { AuthErrorBody, DataErrorBody, SiteErrorBody, StorageErrorBody } from './error-bodies.ts';
export {
  type AuthCall,
  type AuthForm,
  type DataForm,
  type Of,
  type StorageForm,
  weakPasswordText,
} from './error-forms.ts';
export {
  type AuthServiceError,
  type DataServiceError,
  type DisabledKind,
  type ErrorKind,
  errorTable,
  type StorageErrorKind,
  statusOfKind,
  type TransportKind,
} from './error-table.ts';
export {
  AdminGuideText,
  type GuidePage,
  GuideTextRequest,
  GuideTextVersionParams,
  GuideTextVersions,
} from './guide.ts';
export {
  CurrentPause,
  Inbox,
  InboxMessage,
  InboxQuery,
  MessageChange,
  MessageParams,
  Pause,
  PauseRequest,
} from './inbox.ts';
export { contentLanguage, locationLanguages } from './location-languages.ts';
export { MailParams, RetriedMail, UnsentMails } from './mails.ts';
export {
  Interests,
  InterestsQuery,
  LaunchAnnounced,
  LaunchChange,
  LaunchPreview,
  LaunchRequest,
  LaunchTested,
  LaunchTestRequest,
  NotifyLink,
  NotifyRequest,
} from './notify-me.ts';
export { Overview, Waiting } from './overview.ts';
export type {
  EbookSummary,
  HeaderGround,
  Page,
  PageData,
  PageGuard,
  PageLocation,
  RejectedForm,
  RuntimeConfig,
  SignInOptions,
} from './pages.ts';
export {
  awayImagePath,
  factsPath,
  guideReadPath,
  portraitPath,
  portraitWidths,
  publicEbookDownloadPath,
  publicEbookPath,
} from './paths.ts';
export { ErasedCounts, PersonExport, PersonRequest } from './person.ts';
export { readPhone } from './phone-reader.ts';
export { picturePath, pictureWidths } from './pictures.ts';
export {
  type CreatePrerender,
  type Prerender,
  type RenderedPage,
  readPrerender,
  type SiteContent,
  SiteManifest,
  type SocialCard,
  type SocialTicks,
} from './prerender.ts';
export { Missed, Redirects, RedirectsRequest } from './redirects.ts';
export {
  ConsentProofRequest,
  ContactAccepted,
  ContactRequest,
  ErrorReportRequest,
  SecurityEvents,
  SecurityEventsQuery,
  toConsentRecord,
} from './site.ts';
export { type CountedClaim, SiteConfig } from './site-config.ts';
export { themeColours } from './theme.ts';
export { type VisitorSite, visitorSite } from './visitor-site.ts';
