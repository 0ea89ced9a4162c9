/**
 * Vitrine management API
 * 1.0
 * DO NOT MODIFY - This file has been generated using oazapfts.
 * See https://www.npmjs.com/package/oazapfts
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "/"
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {};
export type Error = {
    /** the HTTP status */
    status: number;
    /** the text of the status */
    error: string;
    /** what went wrong, for people */
    message: string;
    /** of the request, without its query */
    path: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    timestamp: string;
    /** what went wrong, for programs */
    code: "VALIDATION_FAILED" | "MALFORMED_BODY" | "MALFORMED_REQUEST" | "MALFORMED_URL" | "INVALID_UPLOAD" | "UNSUPPORTED_IMAGE" | "IMAGE_TOO_LARGE" | "UNKNOWN_ASSETS" | "UNKNOWN_FOLDER" | "PASSWORD_WRONG" | "TOKEN_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "SESSION_ENDED" | "CREDENTIALS_INVALID" | "REFRESH_TOKEN_INVALID" | "API_KEY_INVALID" | "FORBIDDEN" | "QUOTA_EXCEEDED" | "API_KEY_OF_OTHER_PROJECT" | "ORIGIN_NOT_ALLOWED" | "ROUTE_NOT_FOUND" | "SESSION_NOT_FOUND" | "TOKEN_NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "MEMBER_NOT_FOUND" | "INVITATION_NOT_FOUND" | "INVITATION_INVALID" | "MAIL_TOKEN_INVALID" | "PROJECT_NOT_FOUND" | "FOLDER_NOT_FOUND" | "ASSET_NOT_FOUND" | "WIDGET_NOT_FOUND" | "API_KEY_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "EMAIL_TAKEN" | "ORGANIZATION_SLUG_TAKEN" | "LAST_OWNER" | "ALREADY_MEMBER" | "PROJECT_SLUG_TAKEN" | "FOLDER_NAME_TAKEN" | "FOLDER_NOT_EMPTY" | "WIDGET_SLUG_TAKEN" | "REFERENCE_GONE" | "IDEMPOTENCY_KEY_REUSED" | "SECRET_REVOKED" | "PRECONDITION_FAILED" | "BODY_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "TOO_MANY_REQUESTS" | "HEADERS_TOO_LARGE" | "INTERNAL" | "ASSET_LOST" | "DATABASE_UNAVAILABLE" | "DATABASE_MISCONFIGURED" | "STORE_UNAVAILABLE" | "STORE_MISCONFIGURED" | "OVERLOADED" | "NOT_READY" | "PROPAGATION_PENDING";
    /** as in X-Request-Id */
    requestId: string;
    /** of a request that is not valid: each field and what is wrong with it */
    details?: {
        field: string;
        message: string;
    }[];
};
export type TooManyRequestsError = Error & {
    status: 429;
    code: "TOO_MANY_REQUESTS";
};
export type InternalServerError = Error & {
    status: 500;
    code: "INTERNAL";
};
export type ServiceUnavailableError = Error & {
    status: 503;
    code: "DATABASE_UNAVAILABLE" | "DATABASE_MISCONFIGURED" | "STORE_UNAVAILABLE" | "STORE_MISCONFIGURED" | "OVERLOADED" | "NOT_READY" | "PROPAGATION_PENDING";
};
export type Alive = {
    status: string;
};
export type Ready = {
    status: "ready";
    checks: {
        [key: string]: "up" | "down";
    };
    /** What is wrong with checks that are down */
    reasons?: {
        [key: string]: string;
    };
};
export type Registration = {
    /** text without control characters */
    organizationName: string;
    /** text without control characters */
    name: string;
    /** an e-mail address */
    email: string;
    /** at most 72 bytes of UTF-8; neither a common password nor one that contains a part of the name or the e-mail */
    password: string;
};
export type User = {
    /** a UUID */
    id: string;
    name: string;
    email: string;
};
export type Session = {
    accessToken: string;
    refreshToken: string;
    tokenType: "Bearer";
    /** lifetime of the access token, seconds */
    expiresIn: number;
    /** the organization that the account joined first; null if it is in none */
    organizationId: string | null;
    user: User;
};
export type BadRequestError = Error & {
    status: 400;
    code: "VALIDATION_FAILED" | "MALFORMED_BODY" | "MALFORMED_REQUEST" | "MALFORMED_URL" | "INVALID_UPLOAD" | "UNSUPPORTED_IMAGE" | "IMAGE_TOO_LARGE" | "UNKNOWN_ASSETS" | "UNKNOWN_FOLDER" | "PASSWORD_WRONG";
};
export type UnauthorizedError = Error & {
    status: 401;
    code: "TOKEN_MISSING" | "TOKEN_EXPIRED" | "TOKEN_INVALID" | "SESSION_ENDED" | "CREDENTIALS_INVALID" | "REFRESH_TOKEN_INVALID" | "API_KEY_INVALID";
};
export type ForbiddenError = Error & {
    status: 403;
    code: "FORBIDDEN" | "QUOTA_EXCEEDED" | "API_KEY_OF_OTHER_PROJECT" | "ORIGIN_NOT_ALLOWED";
};
export type RequestTimeoutError = Error & {
    status: 408;
    code: "REQUEST_TIMEOUT";
};
export type ConflictError = Error & {
    status: 409;
    code: "EMAIL_TAKEN" | "ORGANIZATION_SLUG_TAKEN" | "LAST_OWNER" | "ALREADY_MEMBER" | "PROJECT_SLUG_TAKEN" | "FOLDER_NAME_TAKEN" | "FOLDER_NOT_EMPTY" | "WIDGET_SLUG_TAKEN" | "REFERENCE_GONE" | "IDEMPOTENCY_KEY_REUSED" | "SECRET_REVOKED";
};
export type PayloadTooLargeError = Error & {
    status: 413;
    code: "BODY_TOO_LARGE";
};
export type UnsupportedMediaTypeError = Error & {
    status: 415;
    code: "UNSUPPORTED_MEDIA_TYPE";
};
export type Credentials = {
    /** text without control characters */
    email: string;
    password: string;
};
export type SessionToken = {
    refreshToken: string;
};
export type Verification = {
    token?: string;
    password?: string;
};
export type MailAnswer = {
    /** whether this installation sends mail at all */
    sendsMail: boolean;
    message: string;
};
export type NotFoundError = Error & {
    status: 404;
    code: "ROUTE_NOT_FOUND" | "SESSION_NOT_FOUND" | "TOKEN_NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "MEMBER_NOT_FOUND" | "INVITATION_NOT_FOUND" | "INVITATION_INVALID" | "MAIL_TOKEN_INVALID" | "PROJECT_NOT_FOUND" | "FOLDER_NOT_FOUND" | "ASSET_NOT_FOUND" | "WIDGET_NOT_FOUND" | "API_KEY_NOT_FOUND";
};
export type ForgottenPassword = {
    /** an e-mail address */
    email: string;
};
export type PasswordReset = {
    token: string;
    /** at most 72 bytes of UTF-8; neither a common password nor one that contains a part of the name or the e-mail */
    password: string;
};
export type Acceptance = {
    token: string;
    /** text without control characters */
    name?: string;
    /** at most 72 bytes of UTF-8; neither a common password nor one that contains a part of the name or the e-mail */
    password?: string;
};
export type Membership = {
    /** a UUID */
    id: string;
    name: string;
    slug: string;
    role: "OWNER" | "ADMIN" | "EDITOR" | "VIEWER";
};
export type Me = {
    /** a UUID */
    id: string;
    name: string;
    email: string;
    /** whether the person showed that mails to the address arrive */
    emailVerified: boolean;
    organizations: Membership[];
};
export type AccountUpdate = {
    /** text without control characters */
    name: string;
};
export type AccountUpdateRead = {
    /** text without control characters */
    name: string;
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    email?: any;
    /** as a GET returns it; another value is refused */
    organizations?: any;
    /** ignored */
    emailVerified?: any;
};
export type AccountDeletion = {
    password: string;
};
export type PasswordChange = {
    currentPassword: string;
    /** at most 72 bytes of UTF-8; neither a common password nor one that contains a part of the name or the e-mail */
    newPassword: string;
};
export type LiveSession = {
    /** a UUID */
    id: string;
    /** browser and system, as the client named itself */
    device: string | null;
    /** IP address of the login or the last refresh */
    address: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    lastUsed: string;
    /** whether it is the session of this call */
    current: boolean;
};
export type PageOfLiveSessions = {
    content: LiveSession[];
    totalElements: number;
    totalPages: number;
    size: number;
    "number": number;
    first: boolean;
    last: boolean;
};
export type NewToken = {
    /** text without control characters */
    name: string;
    /** a UUID */
    organizationId: string;
    /** of the organization; the token is then limited to it */
    projectId?: string | null;
    /** the most that the token may be used for: your own role at most */
    role: "VIEWER" | "EDITOR" | "ADMIN" | "OWNER";
    /** YYYY-MM-DDTHH:MM:SS in server local time, or ISO 8601 with an offset or Z */
    expiresAt: string;
};
export type CreatedToken = {
    /** a UUID */
    id: string;
    name: string;
    /** a UUID */
    organizationId: string;
    /** a UUID */
    projectId: string | null;
    role: "VIEWER" | "EDITOR" | "ADMIN" | "OWNER";
    tokenPrefix: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    expiresAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** the whole token: shown here once and never again */
    token: string;
};
export type Token = {
    /** a UUID */
    id: string;
    name: string;
    /** a UUID */
    organizationId: string;
    /** a UUID */
    projectId: string | null;
    role: "VIEWER" | "EDITOR" | "ADMIN" | "OWNER";
    tokenPrefix: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    expiresAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    lastUsed: string | null;
};
export type PageOfTokens = {
    content: Token[];
    totalElements: number;
    totalPages: number;
    size: number;
    "number": number;
    first: boolean;
    last: boolean;
};
export type Organization = {
    /** a UUID */
    id: string;
    name: string;
    slug: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    updatedAt: string;
};
export type PageOfOrganizations = {
    content: Organization[];
    totalElements: number;
    totalPages: number;
    size: number;
    "number": number;
    first: boolean;
    last: boolean;
};
export type NewOrganization = {
    /** text without control characters */
    name: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
};
export type OrganizationUpdate = {
    /** text without control characters */
    name: string;
};
export type OrganizationUpdateRead = {
    /** text without control characters */
    name: string;
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    slug?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
    /** ignored */
    updatedAt?: any;
};
export type Member = {
    /** a UUID */
    userId: string;
    name: string;
    email: string;
    role: "OWNER" | "ADMIN" | "EDITOR" | "VIEWER";
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
};
export type PageOfMembers = {
    content: Member[];
    totalElements: number;
    totalPages: number;
    size: number;
    "number": number;
    first: boolean;
    last: boolean;
};
export type MemberUpdate = {
    role: "OWNER" | "ADMIN" | "EDITOR" | "VIEWER";
};
export type MemberUpdateRead = {
    role: "OWNER" | "ADMIN" | "EDITOR" | "VIEWER";
    /** as a GET returns it; another value is refused */
    userId?: any;
    /** as a GET returns it; another value is refused */
    name?: any;
    /** as a GET returns it; another value is refused */
    email?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
};
export type NewInvitation = {
    /** an e-mail address */
    email: string;
    role: "OWNER" | "ADMIN" | "EDITOR" | "VIEWER";
};
export type CreatedInvitation = {
    /** a UUID */
    id: string;
    email: string;
    role: "OWNER" | "ADMIN" | "EDITOR" | "VIEWER";
    /** a UUID */
    invitedById: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    expiresAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** for the invited person alone; shown this once */
    token: string;
    /** whether a mail to the invited person is on its way */
    mailed: boolean;
};
export type Invitation = {
    /** a UUID */
    id: string;
    email: string;
    role: "OWNER" | "ADMIN" | "EDITOR" | "VIEWER";
    /** a UUID */
    invitedById: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    expiresAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
};
export type PageOfInvitations = {
    content: Invitation[];
    totalElements: number;
    totalPages: number;
    size: number;
    "number": number;
    first: boolean;
    last: boolean;
};
export type NewProject = {
    /** text without control characters */
    name: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
};
export type Project = {
    /** a UUID */
    id: string;
    /** a UUID */
    organizationId: string;
    name: string;
    slug: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    updatedAt: string;
};
export type PageOfProjects = {
    content: Project[];
    totalElements: number;
    totalPages: number;
    size: number;
    "number": number;
    first: boolean;
    last: boolean;
};
export type AuditEvent = {
    /** a UUID */
    id: string;
    /** a UUID */
    organizationId: string;
    /** a UUID */
    projectId: string | null;
    /** who did it; null when that account is gone */
    actor: {
        id: string;
        name: string;
        email: string;
    } | null;
    /** the personal access token that the actor used; null for none */
    tokenId: string | null;
    /** such as widget.publish */
    action: string;
    resourceType: string;
    /** a UUID */
    resourceId: string;
    /** of one event for several resources, all of them; resourceId is the first */
    resourceIds: string[];
    /** the service’s own id of the call, as in its log; also its X-Request-Id, if the client sent none */
    requestId: string;
    /** the X-Request-Id that the client sent; anyone may send any */
    clientRequestId: string | null;
    /** per field its former and its new value, {from, to}; of the tags of several assets the added and removed ones, {added, removed}; never a secret */
    changes: {
        [key: string]: any;
    };
    /** of a refusal or a failed login: the error’s code */
    reason: string | null;
    /** of a login, a logout or a refusal: where the call came from */
    address: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
};
export type PageOfAuditEvents = {
    content: AuditEvent[];
    totalElements: number;
    totalPages: number;
    size: number;
    "number": number;
    first: boolean;
    last: boolean;
};
export type Usage = {
    /** projects */
    projects: {
        /** most that there may be */
        limit: number;
        /** how much there is */
        used: number;
    };
    /** assets of all projects */
    assets: {
        /** most that there may be */
        limit: number;
        /** how much there is */
        used: number;
    };
    /** bytes of all originals */
    storedBytes: {
        /** most that there may be */
        limit: number;
        /** how much there is */
        used: number;
    };
    /** widgets of all projects */
    widgets: {
        /** most that there may be */
        limit: number;
        /** how much there is */
        used: number;
    };
    /** API keys of all projects, expired ones too */
    apiKeys: {
        /** most that there may be */
        limit: number;
        /** how much there is */
        used: number;
    };
    /** members */
    members: {
        /** most that there may be */
        limit: number;
        /** how much there is */
        used: number;
    };
    /** invitations that are open and have not expired */
    invitations: {
        /** most that there may be */
        limit: number;
        /** how much there is */
        used: number;
    };
};
export type ProjectUpdate = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
};
export type ProjectUpdateRead = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    organizationId?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
    /** ignored */
    updatedAt?: any;
};
export type NewApiKey = {
    /** text without control characters */
    name: string;
    permissions?: "READ" | "READ_WRITE";
    /** YYYY-MM-DDTHH:MM:SS in server local time, or ISO 8601 with an offset or Z */
    expiresAt?: string | null;
    allowedOrigins?: string[];
};
export type CreatedApiKey = {
    /** a UUID */
    id: string;
    name: string;
    keyPrefix: string;
    permissions: "READ" | "READ_WRITE";
    /** whose pages may use it; empty for all */
    allowedOrigins: string[];
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    expiresAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** the whole key: shown here once and never again */
    key: string;
};
export type ApiKey = {
    /** a UUID */
    id: string;
    name: string;
    keyPrefix: string;
    permissions: "READ" | "READ_WRITE";
    /** whose pages may use it; empty for all */
    allowedOrigins: string[];
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    expiresAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** a UUID */
    projectId: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    lastUsed: string | null;
};
export type NewFolder = {
    /** text without slashes and control characters */
    name: string;
    /** a UUID */
    parentId?: string | null;
};
export type Folder = {
    /** a UUID */
    id: string;
    /** a UUID */
    projectId: string;
    /** a UUID */
    parentId: string | null;
    name: string;
    /** the names from the root on, such as Summer/Beach */
    path: string;
    /** assets right in it */
    assetCount: number;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    updatedAt: string;
};
export type PageOfFolders = {
    content: Folder[];
    totalElements: number;
    totalPages: number;
    size: number;
    "number": number;
    first: boolean;
    last: boolean;
};
export type FolderUpdate = {
    /** text without slashes and control characters */
    name?: string;
    /** a UUID */
    parentId?: string | null;
};
export type FolderUpdateRead = {
    /** text without slashes and control characters */
    name?: string;
    /** a UUID */
    parentId?: string | null;
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    projectId?: any;
    /** as a GET returns it; another value is refused */
    path?: any;
    /** ignored */
    assetCount?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
    /** ignored */
    updatedAt?: any;
};
export type Asset = {
    /** a UUID */
    id: string;
    /** a UUID */
    projectId: string;
    /** a UUID */
    folderId: string | null;
    filename: string;
    originalUrl: string;
    contentType: string;
    sizeBytes: number;
    /** pixels, as displayed */
    width: number;
    /** pixels, as displayed */
    height: number;
    altText: string | null;
    tags: string[];
    metadata: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    updatedAt: string;
};
export type PageOfAssets = {
    content: Asset[];
    totalElements: number;
    totalPages: number;
    size: number;
    "number": number;
    first: boolean;
    last: boolean;
};
export type AssetUpdate = {
    filename?: string;
    /** text without the NUL character */
    altText?: string | null;
    tags?: string[];
    /** a JSON object, or text that holds one */
    metadata?: object | string;
    /** a UUID */
    folderId?: string | null;
};
export type AssetUpdateRead = {
    filename?: string;
    /** text without the NUL character */
    altText?: string | null;
    tags?: string[];
    /** a JSON object, or text that holds one */
    metadata?: object | string;
    /** a UUID */
    folderId?: string | null;
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    projectId?: any;
    /** as a GET returns it; another value is refused */
    originalUrl?: any;
    /** as a GET returns it; another value is refused */
    contentType?: any;
    /** as a GET returns it; another value is refused */
    sizeBytes?: any;
    /** as a GET returns it; another value is refused */
    width?: any;
    /** as a GET returns it; another value is refused */
    height?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
    /** ignored */
    updatedAt?: any;
};
export type AssetUsage = {
    /** a UUID */
    id: string;
    name: string;
    slug: string;
    status: "DRAFT" | "PUBLISHED";
};
export type PageOfAssetUsages = {
    content: AssetUsage[];
    totalElements: number;
    totalPages: number;
    size: number;
    "number": number;
    first: boolean;
    last: boolean;
};
export type MoveAssets = {
    action: "move";
    assetIds: string[];
    /** a UUID */
    folderId: string | null;
};
export type TagAssets = {
    action: "tag";
    assetIds: string[];
    tags: string[];
};
export type UntagAssets = {
    action: "untag";
    assetIds: string[];
    tags: string[];
};
export type DeleteAssets = {
    action: "delete";
    assetIds: string[];
};
export type BulkChange = MoveAssets | TagAssets | UntagAssets | DeleteAssets;
export type BulkOutcome = {
    /** a UUID */
    assetId: string;
    status: "ok" | "not_found" | "too_many_tags";
    message?: string;
};
export type BulkResult = {
    results: BulkOutcome[];
};
export type CarouselConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: {
        [key: string]: string;
    } | null;
    /** true or false */
    autoplay?: boolean | null;
    /** an integer from 500 to 60000 (ms) */
    autoplaySpeed?: number | null;
    /** true or false */
    showArrows?: boolean | null;
    /** true or false */
    showDots?: boolean | null;
    /** true or false */
    infinite?: boolean | null;
    /** one of slide, fade, none */
    transition?: ("slide" | "fade" | "none") | null;
    /** an integer from 0 to 2000 (ms) */
    transitionDuration?: number | null;
    /** an integer from 1 to 10 */
    slidesPerView?: number | null;
    [key: string]: any;
};
export type Theme = {
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    backgroundColor?: string | null;
    /** an integer from 0 to 500 (px) */
    borderRadius?: number | null;
    /** an integer from 0 to 500 (px) */
    padding?: number | null;
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    captionColor?: string | null;
    /** one of light, dark, auto */
    colorScheme?: ("light" | "dark" | "auto") | null;
    /** an integer from 0 to 500 (px) */
    imageBorderRadius?: number | null;
    /** an integer from 8 to 96 (px) */
    captionFontSize?: number | null;
    /** one of left, center, right, start, end */
    captionAlign?: ("left" | "center" | "right" | "start" | "end") | null;
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    captionBackground?: string | null;
    /** names of fonts, separated by commas */
    fontFamily?: string | null;
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    accentColor?: string | null;
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    controlColor?: string | null;
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    controlBackground?: string | null;
    /** one of none, sm, md, lg */
    shadow?: ("none" | "sm" | "md" | "lg") | null;
    [key: string]: any;
};
export type NewCarouselWidget = {
    /** text without control characters */
    name: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug: string;
    assetIds: string[];
    config?: CarouselConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "CAROUSEL";
};
export type GridConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: {
        [key: string]: string;
    } | null;
    /** an integer from 1 to 12, or auto */
    columns?: (number | "auto") | null;
    /** an integer from 80 to 800 (px) */
    minColumnWidth?: number | null;
    [key: string]: any;
};
export type NewGridWidget = {
    /** text without control characters */
    name: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug: string;
    assetIds: string[];
    config?: GridConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "GRID";
};
export type MasonryConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: {
        [key: string]: string;
    } | null;
    /** an integer from 1 to 12, or auto */
    columns?: (number | "auto") | null;
    /** an integer from 80 to 800 (px) */
    minColumnWidth?: number | null;
    [key: string]: any;
};
export type NewMasonryWidget = {
    /** text without control characters */
    name: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug: string;
    assetIds: string[];
    config?: MasonryConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "MASONRY";
};
export type SliderConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: {
        [key: string]: string;
    } | null;
    /** true or false */
    autoplay?: boolean | null;
    /** an integer from 500 to 60000 (ms) */
    autoplaySpeed?: number | null;
    /** true or false */
    showArrows?: boolean | null;
    /** true or false */
    showDots?: boolean | null;
    /** true or false */
    infinite?: boolean | null;
    /** one of slide, fade, none */
    transition?: ("slide" | "fade" | "none") | null;
    /** an integer from 0 to 2000 (ms) */
    transitionDuration?: number | null;
    /** true or false */
    showCounter?: boolean | null;
    [key: string]: any;
};
export type NewSliderWidget = {
    /** text without control characters */
    name: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug: string;
    assetIds: string[];
    config?: SliderConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "SLIDER";
};
export type ListVerticalConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: {
        [key: string]: string;
    } | null;
    /** an integer from 50 to 10000 (px) */
    maxHeight?: number | null;
    [key: string]: any;
};
export type NewListVerticalWidget = {
    /** text without control characters */
    name: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug: string;
    assetIds: string[];
    config?: ListVerticalConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "LIST_VERTICAL";
};
export type ListHorizontalConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: {
        [key: string]: string;
    } | null;
    /** an integer from 40 to 2000 (px) */
    itemWidth?: number | null;
    /** true or false */
    snap?: boolean | null;
    [key: string]: any;
};
export type NewListHorizontalWidget = {
    /** text without control characters */
    name: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug: string;
    assetIds: string[];
    config?: ListHorizontalConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "LIST_HORIZONTAL";
};
export type NewWidget = NewCarouselWidget | NewGridWidget | NewMasonryWidget | NewSliderWidget | NewListVerticalWidget | NewListHorizontalWidget;
export type StoredCarouselConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: object | null;
    /** true or false */
    autoplay?: boolean | null;
    /** an integer from 500 to 60000 (ms) */
    autoplaySpeed?: number | null;
    /** true or false */
    showArrows?: boolean | null;
    /** true or false */
    showDots?: boolean | null;
    /** true or false */
    infinite?: boolean | null;
    /** one of slide, fade, none */
    transition?: ("slide" | "fade" | "none") | null;
    /** an integer from 0 to 2000 (ms) */
    transitionDuration?: number | null;
    /** an integer from 1 to 10 */
    slidesPerView?: number | null;
    [key: string]: any;
};
export type StoredTheme = {
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    backgroundColor?: string | null;
    /** an integer from 0 to 500 (px) */
    borderRadius?: number | null;
    /** an integer from 0 to 500 (px) */
    padding?: number | null;
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    captionColor?: string | null;
    /** one of light, dark, auto */
    colorScheme?: ("light" | "dark" | "auto") | null;
    /** an integer from 0 to 500 (px) */
    imageBorderRadius?: number | null;
    /** an integer from 8 to 96 (px) */
    captionFontSize?: number | null;
    /** one of left, center, right, start, end */
    captionAlign?: ("left" | "center" | "right" | "start" | "end") | null;
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    captionBackground?: string | null;
    /** names of fonts, separated by commas */
    fontFamily?: string | null;
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    accentColor?: string | null;
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    controlColor?: string | null;
    /** a CSS colour, such as #1a2b3c, rgb(0 0 0 / 50%) or tomato */
    controlBackground?: string | null;
    /** one of none, sm, md, lg */
    shadow?: ("none" | "sm" | "md" | "lg") | null;
    [key: string]: any;
};
export type CarouselWidget = {
    /** a UUID */
    id: string;
    /** a UUID */
    projectId: string;
    name: string;
    slug: string;
    assetIds: string[];
    config: StoredCarouselConfig;
    theme: StoredTheme;
    status: "DRAFT" | "PUBLISHED";
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    publishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    lastPublishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    updatedAt: string;
    layout: "CAROUSEL";
};
export type StoredGridConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: object | null;
    /** an integer from 1 to 12, or auto */
    columns?: (number | "auto") | null;
    /** an integer from 80 to 800 (px) */
    minColumnWidth?: number | null;
    [key: string]: any;
};
export type GridWidget = {
    /** a UUID */
    id: string;
    /** a UUID */
    projectId: string;
    name: string;
    slug: string;
    assetIds: string[];
    config: StoredGridConfig;
    theme: StoredTheme;
    status: "DRAFT" | "PUBLISHED";
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    publishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    lastPublishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    updatedAt: string;
    layout: "GRID";
};
export type StoredMasonryConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: object | null;
    /** an integer from 1 to 12, or auto */
    columns?: (number | "auto") | null;
    /** an integer from 80 to 800 (px) */
    minColumnWidth?: number | null;
    [key: string]: any;
};
export type MasonryWidget = {
    /** a UUID */
    id: string;
    /** a UUID */
    projectId: string;
    name: string;
    slug: string;
    assetIds: string[];
    config: StoredMasonryConfig;
    theme: StoredTheme;
    status: "DRAFT" | "PUBLISHED";
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    publishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    lastPublishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    updatedAt: string;
    layout: "MASONRY";
};
export type StoredSliderConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: object | null;
    /** true or false */
    autoplay?: boolean | null;
    /** an integer from 500 to 60000 (ms) */
    autoplaySpeed?: number | null;
    /** true or false */
    showArrows?: boolean | null;
    /** true or false */
    showDots?: boolean | null;
    /** true or false */
    infinite?: boolean | null;
    /** one of slide, fade, none */
    transition?: ("slide" | "fade" | "none") | null;
    /** an integer from 0 to 2000 (ms) */
    transitionDuration?: number | null;
    /** true or false */
    showCounter?: boolean | null;
    [key: string]: any;
};
export type SliderWidget = {
    /** a UUID */
    id: string;
    /** a UUID */
    projectId: string;
    name: string;
    slug: string;
    assetIds: string[];
    config: StoredSliderConfig;
    theme: StoredTheme;
    status: "DRAFT" | "PUBLISHED";
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    publishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    lastPublishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    updatedAt: string;
    layout: "SLIDER";
};
export type StoredListVerticalConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: object | null;
    /** an integer from 50 to 10000 (px) */
    maxHeight?: number | null;
    [key: string]: any;
};
export type ListVerticalWidget = {
    /** a UUID */
    id: string;
    /** a UUID */
    projectId: string;
    name: string;
    slug: string;
    assetIds: string[];
    config: StoredListVerticalConfig;
    theme: StoredTheme;
    status: "DRAFT" | "PUBLISHED";
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    publishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    lastPublishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    updatedAt: string;
    layout: "LIST_VERTICAL";
};
export type StoredListHorizontalConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: object | null;
    /** an integer from 40 to 2000 (px) */
    itemWidth?: number | null;
    /** true or false */
    snap?: boolean | null;
    [key: string]: any;
};
export type ListHorizontalWidget = {
    /** a UUID */
    id: string;
    /** a UUID */
    projectId: string;
    name: string;
    slug: string;
    assetIds: string[];
    config: StoredListHorizontalConfig;
    theme: StoredTheme;
    status: "DRAFT" | "PUBLISHED";
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    publishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    lastPublishedAt: string | null;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    createdAt: string;
    /** server local time, YYYY-MM-DDTHH:MM:SS */
    updatedAt: string;
    layout: "LIST_HORIZONTAL";
};
export type Widget = CarouselWidget | GridWidget | MasonryWidget | SliderWidget | ListVerticalWidget | ListHorizontalWidget;
export type PageOfWidgets = {
    content: Widget[];
    totalElements: number;
    totalPages: number;
    size: number;
    "number": number;
    first: boolean;
    last: boolean;
};
export type CarouselWidgetUpdate = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: CarouselConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "CAROUSEL";
};
export type CarouselWidgetUpdateRead = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: CarouselConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    projectId?: any;
    /** as a GET returns it; another value is refused */
    publishedAt?: any;
    /** as a GET returns it; another value is refused */
    lastPublishedAt?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
    /** ignored */
    updatedAt?: any;
    layout: "CAROUSEL";
};
export type GridWidgetUpdate = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: GridConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "GRID";
};
export type GridWidgetUpdateRead = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: GridConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    projectId?: any;
    /** as a GET returns it; another value is refused */
    publishedAt?: any;
    /** as a GET returns it; another value is refused */
    lastPublishedAt?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
    /** ignored */
    updatedAt?: any;
    layout: "GRID";
};
export type MasonryWidgetUpdate = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: MasonryConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "MASONRY";
};
export type MasonryWidgetUpdateRead = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: MasonryConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    projectId?: any;
    /** as a GET returns it; another value is refused */
    publishedAt?: any;
    /** as a GET returns it; another value is refused */
    lastPublishedAt?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
    /** ignored */
    updatedAt?: any;
    layout: "MASONRY";
};
export type SliderWidgetUpdate = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: SliderConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "SLIDER";
};
export type SliderWidgetUpdateRead = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: SliderConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    projectId?: any;
    /** as a GET returns it; another value is refused */
    publishedAt?: any;
    /** as a GET returns it; another value is refused */
    lastPublishedAt?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
    /** ignored */
    updatedAt?: any;
    layout: "SLIDER";
};
export type ListVerticalWidgetUpdate = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: ListVerticalConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "LIST_VERTICAL";
};
export type ListVerticalWidgetUpdateRead = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: ListVerticalConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    projectId?: any;
    /** as a GET returns it; another value is refused */
    publishedAt?: any;
    /** as a GET returns it; another value is refused */
    lastPublishedAt?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
    /** ignored */
    updatedAt?: any;
    layout: "LIST_VERTICAL";
};
export type ListHorizontalWidgetUpdate = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: ListHorizontalConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    layout: "LIST_HORIZONTAL";
};
export type ListHorizontalWidgetUpdateRead = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: ListHorizontalConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    projectId?: any;
    /** as a GET returns it; another value is refused */
    publishedAt?: any;
    /** as a GET returns it; another value is refused */
    lastPublishedAt?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
    /** ignored */
    updatedAt?: any;
    layout: "LIST_HORIZONTAL";
};
export type AnyConfig = {
    /** "W/H" or "W:H", such as "16/9", or "auto" */
    aspectRatio?: string | null;
    /** one of cover, contain */
    objectFit?: ("cover" | "contain") | null;
    /** an integer from 0 to 200 (px) */
    gap?: number | null;
    /** true or false */
    showCaptions?: boolean | null;
    /** one of below, overlay */
    captionPosition?: ("below" | "overlay") | null;
    /** true or false */
    lightbox?: boolean | null;
    /** text of at most 200 characters */
    ariaLabel?: string | null;
    /** an object of texts of at most 200 characters */
    labels?: {
        [key: string]: string;
    } | null;
    /** true or false */
    autoplay?: boolean | null;
    /** an integer from 500 to 60000 (ms) */
    autoplaySpeed?: number | null;
    /** true or false */
    showArrows?: boolean | null;
    /** true or false */
    showDots?: boolean | null;
    /** true or false */
    infinite?: boolean | null;
    /** one of slide, fade, none */
    transition?: ("slide" | "fade" | "none") | null;
    /** an integer from 0 to 2000 (ms) */
    transitionDuration?: number | null;
    /** an integer from 1 to 10 */
    slidesPerView?: number | null;
    /** an integer from 1 to 12, or auto */
    columns?: (number | "auto") | null;
    /** an integer from 80 to 800 (px) */
    minColumnWidth?: number | null;
    /** true or false */
    showCounter?: boolean | null;
    /** an integer from 50 to 10000 (px) */
    maxHeight?: number | null;
    /** an integer from 40 to 2000 (px) */
    itemWidth?: number | null;
    /** true or false */
    snap?: boolean | null;
    [key: string]: any;
};
export type SameLayoutWidgetUpdate = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: AnyConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
};
export type SameLayoutWidgetUpdateRead = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
    assetIds?: string[];
    config?: AnyConfig | string;
    theme?: Theme | string;
    status?: "DRAFT" | "PUBLISHED";
    /** as a GET returns it; another value is refused */
    id?: any;
    /** as a GET returns it; another value is refused */
    projectId?: any;
    /** as a GET returns it; another value is refused */
    publishedAt?: any;
    /** as a GET returns it; another value is refused */
    lastPublishedAt?: any;
    /** as a GET returns it; another value is refused */
    createdAt?: any;
    /** ignored */
    updatedAt?: any;
};
export type WidgetUpdate = CarouselWidgetUpdate | GridWidgetUpdate | MasonryWidgetUpdate | SliderWidgetUpdate | ListVerticalWidgetUpdate | ListHorizontalWidgetUpdate | SameLayoutWidgetUpdate;
export type WidgetUpdateRead = CarouselWidgetUpdateRead | GridWidgetUpdateRead | MasonryWidgetUpdateRead | SliderWidgetUpdateRead | ListVerticalWidgetUpdateRead | ListHorizontalWidgetUpdateRead | SameLayoutWidgetUpdateRead;
export type WidgetCopy = {
    /** text without control characters */
    name?: string;
    /** lower-case letters and digits, in words joined by single hyphens */
    slug?: string;
} | null;
export type Embed = {
    /** what stands for the key in the codes: only its hash is kept, so put it in */
    placeholder: string;
    apiKey: {
        /** a UUID */
        id: string;
        name: string;
        /** how the key begins */
        keyPrefix: string;
        allowedOrigins: string[];
        /** server local time, YYYY-MM-DDTHH:MM:SS */
        expiresAt: string | null;
    } | null;
    /** HTML: the element, which fetches the widget */
    script: string;
    /** HTML: as `script`, with the script of this release and its `integrity`: the page runs this very script until you paste a new code, fixes are not taken. Its line with `integrity` may stand in the snippet as well */
    pinnedScript: string;
    /** HTML: the element with its content, which shows without a script; null for a draft */
    snippet: string | null;
    /** HTML: a frame, for sites that take no script */
    iframe: string;
    /** HTML: beside such frames, makes them as high as what they show */
    iframeScript: string;
};
/**
 * This document
 */
export function getManagementOpenapiJson(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/openapi.json", {
        ...opts
    });
}
/**
 * Whether the process runs
 */
export function getManagementHealthz(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Alive;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/healthz", {
        ...opts
    });
}
/**
 * Whether it can serve
 */
export function getManagementReadyz(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Ready;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/readyz", {
        ...opts
    });
}
/**
 * Whether the process runs
 */
export function getManagementApiHealthz(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Alive;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/healthz", {
        ...opts
    });
}
/**
 * Whether it can serve
 */
export function getManagementApiReadyz(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Ready;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/readyz", {
        ...opts
    });
}
/**
 * Register an account and its organization
 */
export function register(registration: Registration, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Session;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/register", oazapfts.json({
        ...opts,
        method: "POST",
        body: registration,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Log in
 */
export function login(credentials: Credentials, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Session;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/login", oazapfts.json({
        ...opts,
        method: "POST",
        body: credentials
    }));
}
/**
 * Exchange a refresh token for a new pair of tokens
 */
export function refresh(sessionToken: SessionToken, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Session;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/refresh", oazapfts.json({
        ...opts,
        method: "POST",
        body: sessionToken
    }));
}
/**
 * End the session of a refresh token
 */
export function logout(sessionToken: SessionToken, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/logout", oazapfts.json({
        ...opts,
        method: "POST",
        body: sessionToken
    }));
}
/**
 * Verify the e-mail address of an account, or ask for another mail
 */
export function verifyEmail(verification: Verification, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: MailAnswer;
    } | {
        status: 202;
        data: MailAnswer;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/email/verify", oazapfts.json({
        ...opts,
        method: "POST",
        body: verification
    }));
}
/**
 * Ask for a mail to reset the password
 */
export function forgotPassword(forgottenPassword: ForgottenPassword, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: MailAnswer;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/password/forgot", oazapfts.json({
        ...opts,
        method: "POST",
        body: forgottenPassword
    }));
}
/**
 * Set a new password with the token of a mail; ends all sessions and personal access tokens
 */
export function resetPassword(passwordReset: PasswordReset, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/password/reset", oazapfts.json({
        ...opts,
        method: "POST",
        body: passwordReset
    }));
}
/**
 * Accept an invitation and log in; makes the account where there is none
 */
export function acceptInvitation(acceptance: Acceptance, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Session;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/invitations/accept", oazapfts.json({
        ...opts,
        method: "POST",
        body: acceptance
    }));
}
/**
 * Get the account of the token
 */
export function getMe(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Me;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/me", {
        ...opts
    });
}
/**
 * Change the name of the account
 */
export function updateMe(accountUpdate: AccountUpdate, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Me;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/me", oazapfts.json({
        ...opts,
        method: "PUT",
        body: accountUpdate
    }));
}
/**
 * Delete the account
 */
export function deleteMe(accountDeletion: AccountDeletion, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/me", oazapfts.json({
        ...opts,
        method: "DELETE",
        body: accountDeletion
    }));
}
/**
 * Change the password and end all other sessions
 */
export function updatePassword(passwordChange: PasswordChange, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/password", oazapfts.json({
        ...opts,
        method: "PUT",
        body: passwordChange
    }));
}
/**
 * List the sessions of the account
 */
export function listSessions({ page, size }: {
    page?: number;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PageOfLiveSessions;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/auth/sessions${QS.query(QS.explode({
        page,
        size
    }))}`, {
        ...opts
    });
}
/**
 * End all sessions of the account but the one of this call
 */
export function deleteOtherSessions(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/sessions", {
        ...opts,
        method: "DELETE"
    });
}
/**
 * End a session of the account, with its access tokens
 */
export function deleteSession(sessionId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/auth/sessions/${encodeURIComponent(sessionId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Create a personal access token, for scripts and CI
 */
export function createToken(newToken: NewToken, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: CreatedToken;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/auth/tokens", oazapfts.json({
        ...opts,
        method: "POST",
        body: newToken,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the personal access tokens of the account
 */
export function listTokens({ page, size }: {
    page?: number;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PageOfTokens;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/auth/tokens${QS.query(QS.explode({
        page,
        size
    }))}`, {
        ...opts
    });
}
/**
 * Revoke a personal access token, at once
 */
export function deleteToken(tokenId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/auth/tokens/${encodeURIComponent(tokenId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List the organizations that you are a member of
 */
export function listOrganizations({ page, size }: {
    page?: number;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PageOfOrganizations;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations${QS.query(QS.explode({
        page,
        size
    }))}`, {
        ...opts
    });
}
/**
 * Create an organization, as its OWNER
 */
export function createOrganization(newOrganization: NewOrganization, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Organization;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>("/api/organizations", oazapfts.json({
        ...opts,
        method: "POST",
        body: newOrganization,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Get an organization
 */
export function getOrganization(orgId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Organization;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}`, {
        ...opts
    });
}
/**
 * Rename an organization
 */
export function updateOrganization(orgId: string, organizationUpdate: OrganizationUpdate, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Organization;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: organizationUpdate
    }));
}
/**
 * Delete an organization with everything in it
 */
export function deleteOrganization(orgId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List the members of an organization
 */
export function listMembers(orgId: string, { page, size }: {
    page?: number;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PageOfMembers;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}/members${QS.query(QS.explode({
        page,
        size
    }))}`, {
        ...opts
    });
}
/**
 * Change a member’s role
 */
export function updateMember(orgId: string, userId: string, memberUpdate: MemberUpdate, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Member;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}/members/${encodeURIComponent(userId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: memberUpdate
    }));
}
/**
 * Remove a member, or leave
 */
export function deleteMember(orgId: string, userId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}/members/${encodeURIComponent(userId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Invite someone; the token is good once, for 7 days
 */
export function createInvitation(orgId: string, newInvitation: NewInvitation, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: CreatedInvitation;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}/invitations`, oazapfts.json({
        ...opts,
        method: "POST",
        body: newInvitation,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the invitations that nobody has accepted yet
 */
export function listInvitations(orgId: string, { page, size }: {
    page?: number;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PageOfInvitations;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}/invitations${QS.query(QS.explode({
        page,
        size
    }))}`, {
        ...opts
    });
}
/**
 * Withdraw an invitation
 */
export function deleteInvitation(orgId: string, invitationId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}/invitations/${encodeURIComponent(invitationId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Create a project
 */
export function createProject(orgId: string, newProject: NewProject, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Project;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}/projects`, oazapfts.json({
        ...opts,
        method: "POST",
        body: newProject,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List projects
 */
export function listProjects(orgId: string, { page, size }: {
    page?: number;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PageOfProjects;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}/projects${QS.query(QS.explode({
        page,
        size
    }))}`, {
        ...opts
    });
}
/**
 * List audit events
 */
export function listAuditEvents(orgId: string, { page, size, actorId, action, resourceType, resourceId, $from, to }: {
    page?: number;
    size?: number;
    actorId?: string;
    action?: string;
    resourceType?: string;
    resourceId?: string;
    $from?: string;
    to?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PageOfAuditEvents;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}/audit-events${QS.query(QS.explode({
        page,
        size,
        actorId,
        action,
        resourceType,
        resourceId,
        "from": $from,
        to
    }))}`, {
        ...opts
    });
}
/**
 * Export audit events as JSON lines
 */
export function exportAuditEvents(orgId: string, { actorId, action, resourceType, resourceId, $from, to }: {
    actorId?: string;
    action?: string;
    resourceType?: string;
    resourceId?: string;
    $from?: string;
    to?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: AuditEvent;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}/audit-events/export${QS.query(QS.explode({
        actorId,
        action,
        resourceType,
        resourceId,
        "from": $from,
        to
    }))}`, {
        ...opts
    });
}
/**
 * Get the budgets of an organization and how much of them is used
 */
export function getOrganizationUsage(orgId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Usage;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/organizations/${encodeURIComponent(orgId)}/usage`, {
        ...opts
    });
}
/**
 * Get a project
 */
export function getProject(projectId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Project;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}`, {
        ...opts
    });
}
/**
 * Rename a project or change its slug
 */
export function updateProject(projectId: string, projectUpdate: ProjectUpdate, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Project;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: projectUpdate
    }));
}
/**
 * Delete a project with everything in it
 */
export function deleteProject(projectId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Create an API key
 */
export function createApiKey(projectId: string, newApiKey: NewApiKey, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: CreatedApiKey;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/api-keys`, oazapfts.json({
        ...opts,
        method: "POST",
        body: newApiKey,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List API keys
 */
export function listApiKeys(projectId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ApiKey[];
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/api-keys`, {
        ...opts
    });
}
/**
 * Revoke an API key
 */
export function deleteApiKey(projectId: string, keyId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/api-keys/${encodeURIComponent(keyId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Create a folder
 */
export function createFolder(projectId: string, newFolder: NewFolder, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Folder;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/folders`, oazapfts.json({
        ...opts,
        method: "POST",
        body: newFolder,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List folders
 */
export function listFolders(projectId: string, { page, size, parentId }: {
    page?: number;
    size?: number;
    parentId?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PageOfFolders;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/folders${QS.query(QS.explode({
        page,
        size,
        parentId
    }))}`, {
        ...opts
    });
}
/**
 * Get a folder
 */
export function getFolder(projectId: string, folderId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Folder;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/folders/${encodeURIComponent(folderId)}`, {
        ...opts
    });
}
/**
 * Rename or move a folder
 */
export function updateFolder(projectId: string, folderId: string, folderUpdate: FolderUpdate, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Folder;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/folders/${encodeURIComponent(folderId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: folderUpdate
    }));
}
/**
 * Delete a folder; never an asset
 */
export function deleteFolder(projectId: string, folderId: string, { recursive }: {
    recursive?: boolean;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/folders/${encodeURIComponent(folderId)}${QS.query(QS.explode({
        recursive
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Upload an image
 */
export function createAsset(projectId: string, body: {
    file: Blob;
    altText?: string;
    /** one part for each tag, or one part with all of them as a JSON array */
    tags?: string[];
    /** a JSON object */
    metadata?: string;
    /** a UUID, or empty for none */
    folderId?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Asset;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/assets`, oazapfts.multipart({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List assets
 */
export function listAssets(projectId: string, { page, size, q, tag, folderId, contentType, sort }: {
    page?: number;
    size?: number;
    q?: string;
    tag?: string[];
    folderId?: string;
    contentType?: "image/jpeg" | "image/png" | "image/webp" | "image/gif" | "image/avif";
    sort?: "createdAt" | "createdAt,asc" | "createdAt,desc" | "updatedAt" | "updatedAt,asc" | "updatedAt,desc" | "filename" | "filename,asc" | "filename,desc" | "sizeBytes" | "sizeBytes,asc" | "sizeBytes,desc";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PageOfAssets;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/assets${QS.query(QS.explode({
        page,
        size,
        q,
        tag,
        folderId,
        contentType,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * Get an asset
 */
export function getAsset(projectId: string, assetId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Asset;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/assets/${encodeURIComponent(assetId)}`, {
        ...opts
    });
}
/**
 * Update an asset
 */
export function updateAsset(projectId: string, assetId: string, assetUpdate: AssetUpdate, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Asset;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/assets/${encodeURIComponent(assetId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: assetUpdate
    }));
}
/**
 * Delete an asset
 */
export function deleteAsset(projectId: string, assetId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/assets/${encodeURIComponent(assetId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List the widgets that show an asset
 */
export function getAssetUsage(projectId: string, assetId: string, { page, size }: {
    page?: number;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PageOfAssetUsages;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/assets/${encodeURIComponent(assetId)}/usage${QS.query(QS.explode({
        page,
        size
    }))}`, {
        ...opts
    });
}
/**
 * Move, tag, untag or delete many assets
 */
export function bulkAssets(projectId: string, bulkChange: BulkChange, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: BulkResult;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/assets/bulk`, oazapfts.json({
        ...opts,
        method: "POST",
        body: bulkChange
    }));
}
/**
 * Create a widget
 */
export function createWidget(projectId: string, newWidget: NewWidget, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Widget;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/widgets`, oazapfts.json({
        ...opts,
        method: "POST",
        body: newWidget,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List widgets
 */
export function listWidgets(projectId: string, { page, size, q, status, layout }: {
    page?: number;
    size?: number;
    q?: string;
    status?: "DRAFT" | "PUBLISHED";
    layout?: "CAROUSEL" | "GRID" | "MASONRY" | "SLIDER" | "LIST_VERTICAL" | "LIST_HORIZONTAL";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PageOfWidgets;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/widgets${QS.query(QS.explode({
        page,
        size,
        q,
        status,
        layout
    }))}`, {
        ...opts
    });
}
/**
 * Get a widget
 */
export function getWidget(projectId: string, widgetId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Widget;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/widgets/${encodeURIComponent(widgetId)}`, {
        ...opts
    });
}
/**
 * Update a widget
 */
export function updateWidget(projectId: string, widgetId: string, widgetUpdate: WidgetUpdate, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Widget;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/widgets/${encodeURIComponent(widgetId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: widgetUpdate
    }));
}
/**
 * Delete a widget
 */
export function deleteWidget(projectId: string, widgetId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/widgets/${encodeURIComponent(widgetId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Publish a widget
 */
export function publishWidget(projectId: string, widgetId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Widget;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/widgets/${encodeURIComponent(widgetId)}/publish`, {
        ...opts,
        method: "PUT"
    });
}
/**
 * Unpublish a widget
 */
export function unpublishWidget(projectId: string, widgetId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Widget;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/widgets/${encodeURIComponent(widgetId)}/unpublish`, {
        ...opts,
        method: "PUT"
    });
}
/**
 * Make a draft copy of a widget
 */
export function duplicateWidget(projectId: string, widgetId: string, widgetCopy: WidgetCopy, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Widget;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 408;
        data: RequestTimeoutError;
    } | {
        status: 409;
        data: ConflictError;
    } | {
        status: 413;
        data: PayloadTooLargeError;
    } | {
        status: 415;
        data: UnsupportedMediaTypeError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/widgets/${encodeURIComponent(widgetId)}/duplicate`, oazapfts.json({
        ...opts,
        method: "POST",
        body: widgetCopy,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Get what to paste into a page to show a widget
 */
export function getWidgetEmbed(projectId: string, widgetId: string, { apiKeyId, lang, width }: {
    apiKeyId?: string;
    lang?: string;
    width?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Embed;
    } | {
        status: 400;
        data: BadRequestError;
    } | {
        status: 401;
        data: UnauthorizedError;
    } | {
        status: 403;
        data: ForbiddenError;
    } | {
        status: 404;
        data: NotFoundError;
    } | {
        status: 429;
        data: TooManyRequestsError;
    } | {
        status: 500;
        data: InternalServerError;
    } | {
        status: 503;
        data: ServiceUnavailableError;
    }>(`/api/projects/${encodeURIComponent(projectId)}/widgets/${encodeURIComponent(widgetId)}/embed${QS.query(QS.explode({
        apiKeyId,
        lang,
        width
    }))}`, {
        ...opts
    });
}
